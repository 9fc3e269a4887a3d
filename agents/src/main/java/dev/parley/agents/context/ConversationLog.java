package dev.parley.agents.context;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Session;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes down what was said in each session, in the commit that ends a turn. For each session the
 * newest turns are kept, of {@code main} all, and for each agent the sessions that were used last.
 * One for a hub; any thread.
 */
public final class ConversationLog {
  static final String TABLE = "session-log";
  static final int SESSIONS_MAX = 1_000;

  private final Participants participants;
  private final int sessionsMax;
  private final Map<AgentId, Map<SessionKey, Long>> used = new ConcurrentHashMap<>();

  public ConversationLog(Records records, Participants participants) {
    this(records, participants, SESSIONS_MAX);
  }

  ConversationLog(Records records, Participants participants, int sessionsMax) {
    this.participants = participants;
    this.sessionsMax = sessionsMax;
    records.forEach(TABLE, (key, json) -> note(key, ConversationRow.of(json).endedAt()));
    records.follow(
        TABLE,
        (key, json) -> {
          if (json == null) {
            forget(SessionKey.parse(key));
          } else {
            note(key, ConversationRow.of(json).endedAt());
          }
        });
  }

  private void note(String key, long endedAt) {
    SessionKey session = SessionKey.parse(key);
    used.computeIfAbsent(session.agent(), _ -> new ConcurrentHashMap<>()).put(session, endedAt);
  }

  private void forget(SessionKey session) {
    used.computeIfPresent(
        session.agent(),
        (_, sessions) -> {
          sessions.remove(session);
          return sessions.isEmpty() ? null : sessions;
        });
  }

  /** The sessions of an agent, with the times at which their last turns ended. */
  public Map<SessionKey, Long> sessions(AgentId agent) {
    return Map.copyOf(used.getOrDefault(agent, Map.of()));
  }

  /** In the commit that ends the turn; {@link #added} follows when that is durable. */
  public void add(
      Tx tx,
      SessionKey session,
      List<MessageId> messages,
      String answer,
      String outcome,
      long endedAt) {
    String incarnation =
        participants.agent(session.agent()).map(agent -> agent.incarnation()).orElse("");
    byte[] kept = tx.get(TABLE, session.text());
    ConversationRow before = kept == null ? null : ConversationRow.of(kept);
    if (before != null && !before.incarnation().equals(incarnation)) {
      LaidAside.delete(tx, session, before);
      before = null;
    }
    ConversationRow row =
        (before == null ? ConversationRow.empty(incarnation) : before)
            .with(messages, answer, outcome, endedAt);
    if (!session.session().value().equals(Session.MAIN)) {
      row = row.newest(ConversationRow.TURNS_MAX);
    } else if (row.turns().size() > ConversationRow.MAIN_TURNS_MAX) {
      row = LaidAside.put(tx, session, row, ConversationRow.TURNS_MAX);
    }
    tx.put(TABLE, session.text(), row.toBytes());
    tooMany(session).forEach(each -> tx.delete(TABLE, each.text()));
  }

  public void added(SessionKey session, long endedAt) {
    List<SessionKey> gone = tooMany(session);
    note(session.text(), endedAt);
    gone.forEach(this::forget);
  }

  /** Others cannot crowd out what the owner has said. */
  private List<SessionKey> tooMany(SessionKey added) {
    Map<SessionKey, Long> sessions = used.getOrDefault(added.agent(), Map.of());
    long extra = sessions.size() + (sessions.containsKey(added) ? 0 : 1) - (long) sessionsMax;
    return extra <= 0
        ? List.of()
        : sessions.entrySet().stream()
            .filter(each -> !each.getKey().equals(added))
            .filter(each -> !each.getKey().session().value().equals(Session.MAIN))
            .sorted(Comparator.comparing(Map.Entry::getValue))
            .limit(extra)
            .map(Map.Entry::getKey)
            .toList();
  }

  /** In the commit that forgets an agent. */
  public void remove(Tx tx, AgentId agent) {
    for (SessionKey each : used.getOrDefault(agent, Map.of()).keySet()) {
      byte[] kept = tx.get(TABLE, each.text());
      if (kept != null) {
        LaidAside.delete(tx, each, ConversationRow.of(kept));
      }
      tx.delete(TABLE, each.text());
    }
  }

  public void removed(AgentId agent) {
    used.remove(agent);
  }
}
