package dev.parley.core.sending;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.store.StoredMessage;
import java.util.List;

/** What became of a routed message. When there is one, the message is durable. */
public record Receipt(
    StoredMessage message, List<AgentId> agents, List<SessionKey> sessions, boolean duplicate) {

  public boolean delivered() {
    return !agents.isEmpty();
  }
}
