package dev.parley.agents.turns;

import dev.parley.agents.context.PersonSession;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.journal.Follower;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Message;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the journal and files what is for agents that run by themselves, in the commit that moves
 * the cursor: each message once, also when several hubs follow. Nothing is written for messages
 * that are for nobody of these, but the cursor now and then. On the follower's thread.
 */
final class Arrivals implements AutoCloseable {
  static final String TABLE = "turn-arrivals";
  private static final String CURSOR_TABLE = "turn-cursor";
  private static final String CURSOR = "arrivals";

  /** So many messages at most are looked at once more after a start. */
  private static final long NOTED_EVERY = 10_000;

  private final Broker broker;
  private final AutoRuns autoRuns;
  private final Consumer<Arrival> arrived;
  private final Follower follower;
  private long noted;

  private Arrivals(Broker broker, AutoRuns autoRuns, long cursor, Consumer<Arrival> arrived) {
    this.broker = broker;
    this.autoRuns = autoRuns;
    this.arrived = arrived;
    this.noted = cursor;
    this.follower = broker.journal().follow("turns", cursor, Follower.Options.AT_ONCE, this::take);
  }

  /** Blocks until the cursor is there. */
  static Arrivals follow(Broker broker, AutoRuns autoRuns, Consumer<Arrival> arrived) {
    long begin = autoRuns.since();
    long cursor =
        broker
            .transactions()
            .run(
                tx -> {
                  Long kept = cursor(tx);
                  if (kept != null && kept >= begin) {
                    return kept;
                  }
                  move(tx, begin);
                  return begin;
                })
            .join();
    return new Arrivals(broker, autoRuns, cursor, arrived);
  }

  private static @Nullable Long cursor(Tx tx) {
    byte[] value = tx.get(CURSOR_TABLE, CURSOR);
    return value == null ? null : ByteBuffer.wrap(value).getLong();
  }

  private static void move(Tx tx, long to) {
    tx.put(CURSOR_TABLE, CURSOR, ByteBuffer.allocate(Long.BYTES).putLong(to).array());
  }

  private void take(List<FiledMessage> entries) {
    List<Arrival> found = new ArrayList<>();
    if (!autoRuns.isEmpty()) {
      entries.forEach(entry -> find(entry, found));
    }
    long last = entries.getLast().number();
    if (found.isEmpty() && last - noted < NOTED_EVERY) {
      return;
    }
    List<Arrival> filed = broker.transactions().run(tx -> file(tx, found, last)).join();
    noted = last;
    filed.forEach(arrived);
  }

  private static List<Arrival> file(Tx tx, List<Arrival> found, long last) {
    Long cursor = cursor(tx);
    long at = cursor == null ? 0 : cursor;
    if (at >= last) {
      return List.of(); // another hub has filed them
    }
    List<Arrival> fresh = found.stream().filter(each -> each.number() > at).toList();
    fresh.forEach(each -> tx.put(TABLE, each.key(), Rows.write(each)));
    move(tx, last);
    return fresh;
  }

  private void find(FiledMessage entry, List<Arrival> found) {
    Set<AgentId> bySession = new HashSet<>();
    for (Filing filing : entry.filings()) {
      if (filing.box() instanceof BoxId.SessionInbox(SessionKey session)) {
        bySession.add(session.agent());
      }
    }
    Message message = null;
    for (Filing filing : entry.filings()) {
      if (!(filing.box() instanceof BoxId.Inbox inbox)
          || (inbox instanceof BoxId.AgentInbox && bySession.contains(inbox.agent()))) {
        continue; // what a session handles its agent only hears of
      }
      if (!autoRuns.concerns(inbox.agent())) {
        continue;
      }
      if (message == null) {
        message = Message.parse(entry.message().number(), entry.message().json());
      }
      if (!TaskMembers.isForThinking(message.draft())) {
        continue;
      }
      SessionKey session =
          inbox instanceof BoxId.SessionInbox(SessionKey own)
              ? own
              : SessionNames.of(inbox.agent(), person(inbox.agent()), message);
      boolean wanted =
          autoRuns.of(session).filter(each -> entry.number() > each.since()).isPresent();
      if (wanted) {
        found.add(
            new Arrival(
                session,
                entry.number(),
                message.id(),
                inbox,
                filing.position(),
                broker.time().millis(),
                isPrompt(session, message)));
      }
    }
  }

  private @Nullable AgentId person(AgentId agent) {
    return broker.participants().agent(agent).map(Agent::owner).orElse(null);
  }

  /** Who speaks with its own agent waits neither for more nor for being asked whether to answer. */
  private static boolean isPrompt(SessionKey session, Message message) {
    return message.draft().command().equals(Turns.PROMPT)
        && (PersonSession.isSpokenIn(session, List.of(message))
            || message.origin() == Origin.OWNER
            || message.origin() == Origin.HUMAN);
  }

  @Override
  public void close() {
    follower.close();
  }
}
