package dev.parley.core.sending;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.store.StoredMessage;
import java.util.List;

/**
 * What became of a routed message. When there is one, the message is durable.
 *
 * @param unreached those whom the message names and who do not exist
 */
public record Receipt(
    StoredMessage message,
    List<AgentId> agents,
    List<SessionKey> sessions,
    List<String> unreached,
    boolean duplicate) {

  public boolean delivered() {
    return !agents.isEmpty();
  }
}
