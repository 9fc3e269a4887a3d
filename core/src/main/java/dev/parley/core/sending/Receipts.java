package dev.parley.core.sending;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Receipts of messages that were accepted earlier, for whoever repeats one. Blocking. */
public final class Receipts {
  private final MessageStore store;

  public Receipts(MessageStore store) {
    this.store = store;
  }

  /** The receipt of a message, from where its copies lie. */
  Receipt of(MessageId id) {
    StoredMessage message =
        store
            .find(id)
            .orElseThrow(
                () -> new Refused(ErrorCode.NOT_FOUND, "there is no message " + id + " any more"));
    Set<AgentId> agents = new LinkedHashSet<>();
    Set<SessionKey> sessions = new LinkedHashSet<>();
    for (CopyRef copy : store.copiesOf(id)) {
      switch (copy.box()) {
        case BoxId.AgentInbox(AgentId agent) -> agents.add(agent);
        case BoxId.SessionInbox(SessionKey session) -> sessions.add(session);
        case BoxId.Outbox _, BoxId.ThreadBox _, BoxId.DeadLetters _ -> {}
      }
    }
    return new Receipt(message, List.copyOf(agents), List.copyOf(sessions), true);
  }
}
