package dev.parley.agents.turns;

import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Message;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes turns for this hub. On the turn's thread. */
final class Claiming {
  private final Broker broker;
  private final AutoRuns autoRuns;
  private final Lines lines;
  private final TaskDesk tasks;
  private final Leases leases;
  private final String self;

  /**
   * @param self what this hub is called in claims
   */
  Claiming(
      Broker broker, AutoRuns autoRuns, Lines lines, TaskDesk tasks, Leases leases, String self) {
    this.broker = broker;
    this.autoRuns = autoRuns;
    this.lines = lines;
    this.tasks = tasks;
    this.leases = leases;
    this.self = self;
  }

  /** Takes the turn for this hub, on disk, if it is still there to be taken. */
  TurnMaker.@Nullable Claimed claim(SessionKey session) throws InterruptedException {
    Lines.Snapshot line = lines.of(session);
    AutoRun autoRun = autoRuns.of(session).orElse(null);
    if (autoRun == null || line.waiting().isEmpty()) {
      return null;
    }
    Claim before = line.claim();
    if (before != null && !leases.isOver(before)) {
      return null;
    }
    // A turn that a hub has left is made again as it was.
    List<Arrival> batch =
        before == null
            ? line.waiting().stream().limit(autoRun.batchMax()).toList()
            : line.waiting().stream()
                .filter(each -> before.numbers().contains(each.number()))
                .toList();
    List<Arrival> wanted = batch.isEmpty() ? line.waiting() : batch;
    Claim claim =
        new Claim(
            before == null ? UUID.randomUUID() : before.turn(),
            self,
            before == null ? 1 : before.attempt() + 1,
            broker.time().millis(),
            wanted.stream().map(Arrival::number).toList());
    Found taken =
        TurnMaker.settled(
            broker.transactions().run(tx -> claim(tx, session, before, claim, wanted)));
    if (!taken.ours) {
      learn(session, taken);
      return null;
    }
    lines.claim(session, claim);
    List<Message> messages = new ArrayList<>();
    for (Arrival each : wanted) {
      StoredMessage found = TurnMaker.settled(broker.lookups().find(each.id())).orElse(null);
      if (found != null) {
        messages.add(Message.parse(found.number(), found.json()));
      }
    }
    return new TurnMaker.Claimed(session, claim, wanted, messages);
  }

  /**
   * What the records say of a turn.
   *
   * @param now whose it is
   * @param gone what it was to be about, and another hub has dealt with
   */
  private record Found(boolean ours, @Nullable Claim now, List<Arrival> gone) {}

  /**
   * A hub hears of what others have done while it still writes into memory what it has done itself:
   * what has come may then stand there although it was dealt with, and would be in the way for
   * ever.
   */
  private void learn(SessionKey session, Found found) {
    if (found.now == null) {
      // A claim that is there is heard of by itself; it may have ended meanwhile.
      lines.claim(session, null);
    }
    found.gone.forEach(each -> lines.remove(session, each.number()));
  }

  private Found claim(
      Tx tx, SessionKey session, @Nullable Claim before, Claim claim, List<Arrival> wanted) {
    byte[] there = tx.get(TurnMaker.CLAIMS, session.text());
    Claim now = there == null ? null : Rows.claim(there);
    boolean same = now == null ? before == null : now.equals(before);
    List<Arrival> gone =
        wanted.stream().filter(each -> tx.get(Arrivals.TABLE, each.key()) == null).toList();
    if (!same || !gone.isEmpty()) {
      return new Found(false, now, gone);
    }
    tx.put(TurnMaker.CLAIMS, session.text(), Rows.write(claim));
    leases.renew(tx);
    wanted.forEach(each -> climb(tx, each, State.TURN_STARTED));
    if (SessionNames.isTask(session)) {
      wanted.forEach(each -> begun(tx, session, each));
    }
    return new Found(true, claim, List.of());
  }

  private void begun(Tx tx, SessionKey session, Arrival arrival) {
    StoredMessage found = tx.find(arrival.id());
    if (found != null) {
      tasks.begun(tx, Message.parse(found.number(), found.json()), session.agent());
    }
  }

  static void climb(Tx tx, Arrival arrival, State rung) {
    boolean _ =
        arrival.position() < 0
            ? tx.climb(arrival.box(), arrival.id(), rung)
            : tx.climb(arrival.box(), arrival.position(), arrival.id(), rung);
  }
}
