package dev.parley.core.sending;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;

/** Receipts of messages that were accepted earlier, for whoever repeats one. Blocking. */
public final class Receipts {
  private final MessageStore store;

  public Receipts(MessageStore store) {
    this.store = store;
  }

  /**
   * The receipt that its sender got at first, whatever became of the copies since: a message keeps
   * where it was filed, and those filed later (a dead letter that was replayed) stand behind the
   * outbox.
   */
  Receipt of(MessageId id) {
    FiledMessage filed =
        store
            .filed(id)
            .orElseThrow(
                () -> new Refused(ErrorCode.NOT_FOUND, "there is no message " + id + " any more"));
    List<AgentId> agents = new ArrayList<>();
    List<SessionKey> sessions = new ArrayList<>();
    for (Filing filing : filed.filings()) {
      switch (filing.box()) {
        case BoxId.AgentInbox(AgentId agent) -> agents.add(agent);
        case BoxId.SessionInbox(SessionKey session) -> sessions.add(session);
        case BoxId.DeadLetters _, BoxId.ThreadBox _ -> {}
        case BoxId.Outbox _ -> {
          return repeated(filed.message(), agents, sessions);
        }
      }
    }
    return repeated(filed.message(), agents, sessions);
  }

  private static Receipt repeated(
      StoredMessage message, List<AgentId> agents, List<SessionKey> sessions) {
    Envelope envelope = Envelope.parse(message.json());
    List<String> unreached = Path.parse(envelope.path()).unreached(envelope.from(), agents);
    return new Receipt(message, agents, sessions, unreached, true);
  }
}
