package dev.parley.agents.context;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what was said in sessions before. Blocks; any thread. */
public final class Conversations {
  private final Broker broker;

  public Conversations(Broker broker) {
    this.broker = broker;
  }

  public CommHistory of(CommSession session) {
    return new CommHistory(session, read(session.key()));
  }

  public MainHistory ofMain(AgentId agent) {
    return new MainHistory(agent, read(new SessionKey(agent, new SessionId(Session.MAIN))));
  }

  private List<Exchange> read(SessionKey session) {
    String incarnation =
        broker.participants().agent(session.agent()).map(Agent::incarnation).orElse("");
    Optional<ConversationRow> kept =
        broker
            .records()
            .get(ConversationLog.TABLE, session.text())
            .map(ConversationRow::of)
            .filter(row -> row.incarnation().equals(incarnation));
    return kept.map(this::exchanges).orElse(List.of());
  }

  private List<Exchange> exchanges(ConversationRow row) {
    return row.turns().stream()
        .map(turn -> new Exchange(messages(turn.ids()), turn.answer()))
        .toList();
  }

  private List<Message> messages(List<MessageId> ids) {
    List<Message> found = new ArrayList<>();
    for (MessageId id : ids) {
      broker
          .lookups()
          .findNow(id)
          .map(stored -> Message.parse(stored.number(), stored.json()))
          .ifPresent(found::add);
    }
    return found;
  }
}
