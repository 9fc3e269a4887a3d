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
    SessionKey main = new SessionKey(agent, new SessionId(Session.MAIN));
    String summary =
        row(main).map(ConversationRow::summary).map(ConversationRow.Summary::text).orElse("");
    return new MainHistory(agent, summary, read(main));
  }

  /**
   * All that is known of what was said in a session, what brains are not shown any more included:
   * for those who read logs, and never for a turn.
   */
  public List<Exchange> logged(SessionKey session) {
    ConversationRow row = row(session).orElse(null);
    if (row == null) {
      return List.of();
    }
    List<Exchange> all = new ArrayList<>(exchanges(LaidAside.read(broker.records(), session, row)));
    ConversationRow.Summary summary = row.summary();
    if (summary != null) {
      all.add(new Exchange(List.of(), summary.text(), summary.at(), null, true));
    }
    all.addAll(exchanges(row.turns()));
    return all;
  }

  private Optional<ConversationRow> row(SessionKey session) {
    String incarnation =
        broker.participants().agent(session.agent()).map(Agent::incarnation).orElse("");
    return broker
        .records()
        .get(ConversationLog.TABLE, session.text())
        .map(ConversationRow::of)
        .filter(row -> row.incarnation().equals(incarnation));
  }

  private List<Exchange> read(SessionKey session) {
    return row(session).map(row -> exchanges(row.turns())).orElse(List.of());
  }

  List<Exchange> exchanges(List<ConversationRow.Turn> turns) {
    return turns.stream()
        .map(
            turn ->
                new Exchange(
                    messages(turn.ids()),
                    turn.answer(),
                    turn.at() == null ? 0 : turn.at(),
                    turn.outcome(),
                    false))
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
