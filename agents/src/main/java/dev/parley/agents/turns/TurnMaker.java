package dev.parley.agents.turns;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Compaction;
import dev.parley.agents.context.ConversationLog;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import dev.parley.core.time.Timekeeper;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a session's turn is due, claims it, has it thought about and ends it. Each turn is a
 * virtual thread; deciding is done by whoever hears of a change and never blocks.
 */
final class TurnMaker implements AutoCloseable {
  static final String CLAIMS = "turn-claims";

  /** After so many hubs have died in a turn, it may be the turn that kills them. */
  static final int ATTEMPTS_MAX = 3;

  private static final Logger LOG = LoggerFactory.getLogger(TurnMaker.class);

  /** So many parts of what was said before are condensed after a turn. */
  private static final int COMPACTED_MAX = 3;

  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final Duration CLOSING_MAX = Duration.ofSeconds(5);

  private final Broker broker;
  private final AutoRuns autoRuns;
  private final Lines lines;
  private final TurnLog log;
  private final LiveTurns live;
  private final TurnSpans spans;
  private final TurnTimes times = new TurnTimes();
  private final ConversationLog said;
  private final AppendHook appended;
  private final TaskDesk tasks;
  private final Thinking thinking;
  private final Compaction compaction;
  private final boolean failsTasks;
  private final Timekeeper time;
  private final Lanes lanes;
  private final Leases leases;
  private final Claiming claiming;
  private final String self = UUID.randomUUID().toString();
  private final Map<SessionKey, Thread> threads = new ConcurrentHashMap<>();
  private final Map<SessionKey, Timekeeper.Alarm> alarms = new ConcurrentHashMap<>();
  private Timekeeper.@Nullable Alarm renewal;
  private volatile boolean closing;

  /** Nothing new is begun any more, and what was may come to its end. */
  private volatile boolean leaving;

  /** A turn that is this hub's. */
  record Claimed(SessionKey session, Claim claim, List<Arrival> arrivals, List<Message> messages) {}

  TurnMaker(
      Broker broker,
      TurnsConfig config,
      AutoRuns autoRuns,
      Lines lines,
      TurnLog log,
      ConversationLog said,
      TaskDesk tasks,
      LiveTurns live) {
    this.broker = broker;
    this.autoRuns = autoRuns;
    this.lines = lines;
    this.log = log;
    this.said = said;
    this.tasks = tasks;
    this.time = broker.time();
    this.live = live;
    this.compaction = new Compaction(broker);
    this.failsTasks = config.failsTasksOnShutdown();
    this.spans = new TurnSpans(broker.spans());
    this.appended = new AppendHook(config.hooks());
    this.thinking = new Thinking(config, time, live);
    this.lanes =
        new Lanes(config.commMax(), config.eventsMax(), config.subagentMax(), config.runningMax());
    this.leases =
        new Leases(
            self,
            broker.isShared(),
            broker.records(),
            time,
            _ -> lines.sessions().forEach(this::consider));
    this.claiming = new Claiming(broker, autoRuns, lines, tasks, leases, self);
    renewLater();
  }

  /** Something has changed that may make this session's turn due. */
  void consider(SessionKey session) {
    Lines.Snapshot line = lines.of(session);
    Optional<AutoRun> autoRun = autoRuns.of(session);
    if (closing || leaving || line.waiting().isEmpty() || autoRun.isEmpty()) {
      return;
    }
    if (threads.containsKey(session)) {
      return; // it is looked at again when that turn ends
    }
    Claim claim = line.claim();
    if (claim != null && !leases.isOver(claim)) {
      later(session, leases.untilOver(claim));
      return;
    }
    long wait = line.newestAt() + autoRun.get().debounceMillis() - time.millis();
    boolean due =
        claim != null
            || line.isForced()
            || line.waiting().size() >= autoRun.get().batchMax()
            || wait <= 0;
    if (!due) {
      later(session, Duration.ofMillis(wait));
    } else if (lanes.enter(session)) {
      start(session);
    }
  }

  private void later(SessionKey session, Duration delay) {
    Timekeeper.Alarm before = alarms.put(session, time.after(delay, () -> wake(session)));
    if (before != null) {
      before.cancel();
    }
  }

  private void wake(SessionKey session) {
    alarms.remove(session);
    consider(session);
  }

  /** The session has a place in its lane. */
  private void start(SessionKey session) {
    if (closing || leaving) {
      return; // it waits in the records for the next hub
    }
    Thread turn =
        Thread.ofVirtual().name("parley-turn-" + session.text()).unstarted(() -> make(session));
    if (threads.putIfAbsent(session, turn) == null) {
      turn.start();
    } else {
      leave(session); // it is being made, and is looked at again when it ends
    }
  }

  private void make(SessionKey session) {
    try {
      Claimed claimed = claiming.claim(session);
      if (claimed == null) {
        later(session, AGAIN); // another hub was faster, and this one has not heard of it yet
      } else {
        make(claimed);
      }
    } catch (InterruptedException e) {
      // The hub closes: whoever has the claim next makes it again.
    } catch (RuntimeException e) {
      LOG.warn("the turn of {} could not be made now: {}", session, Refused.of(e).getMessage());
      later(session, AGAIN);
    } finally {
      threads.remove(session);
      leave(session);
      if (!alarms.containsKey(session)) {
        consider(session);
      }
    }
  }

  private void make(Claimed claimed) throws InterruptedException {
    long begun = time.millis();
    claimed.arrivals.forEach(each -> times.waited(begun - each.at()));
    live.begin(claimed);
    Span span = spans.begin(claimed);
    try {
      Outcome outcome = Current.in(span, () -> end(claimed, think(claimed)));
      span.with("parley.outcome", outcome.name());
      times.ran(time.millis() - begun);
    } finally {
      span.end();
      live.end(claimed);
    }
    compact(claimed.session);
  }

  /** What was said before is not left out for want of room: it is condensed in time. */
  private void compact(SessionKey session) throws InterruptedException {
    for (int part = 0; part < COMPACTED_MAX && !closing; part++) {
      Compaction.Part due = compaction.due(session);
      AutoRun autoRun = due == null ? null : autoRuns.of(session).orElse(null);
      if (due == null || autoRun == null) {
        return;
      }
      Brain.Before before = new Brain.Before(session, due.said(), due.charsMax());
      String words = thinking.condensed(autoRun, before, () -> closing);
      if (words == null
          || !settled(broker.transactions().run(tx -> compaction.apply(tx, due, words)))) {
        return;
      }
    }
  }

  private void leave(SessionKey session) {
    lanes.leave(session).ifPresent(this::start);
  }

  private Outcome think(Claimed claimed) throws InterruptedException {
    if (claimed.claim.attempt() > ATTEMPTS_MAX) {
      return new Outcome.Failed(
          "the hub went down in this turn " + ATTEMPTS_MAX + " times; it is not made again");
    }
    AutoRun autoRun = autoRuns.of(claimed.session).orElse(null);
    if (autoRun == null) {
      return new Outcome.Declined("the agent does not run by itself any more");
    }
    if (!claimed.messages.isEmpty() && claimed.messages.stream().allMatch(tasks::isOver)) {
      return new Outcome.Declined("the task has ended");
    }
    boolean forced = claimed.arrivals.stream().anyMatch(Arrival::forced);
    return thinking.about(claimed, autoRun, forced, () -> closing);
  }

  /**
   * Ends the turn with all that follows from it in one commit, unless another hub has taken it. As
   * long as the hub cannot take the answer now, it is kept and tried again.
   */
  private Outcome end(Claimed claimed, Outcome outcome) throws InterruptedException {
    Outcome ending = outcome;
    while (true) {
      Course course = live.course(claimed.session);
      Ending attempt = new Ending(broker, log, said, tasks, claimed, ending, course, time.millis());
      try {
        Optional<TurnRecord> ended = settled(broker.transactions().run(attempt::apply));
        lines.ended(claimed.session, claimed.claim);
        ended.ifPresent(
            turn -> {
              log.added(turn);
              said.added(turn.session(), turn.endedAt());
            });
        if (ended.isPresent()) {
          appended.tell(claimed, ending);
        }
        return ending;
      } catch (Refused refused) {
        if (refused.code().retryable()) {
          Duration wanted = refused.retryAfter();
          pause(wanted == null ? AGAIN : wanted);
        } else if (ending instanceof Outcome.Answered) {
          // The answer may not be sent; that is what its sender and the log are told.
          ending = new Outcome.Failed("the answer was refused: " + refused.getMessage());
        } else {
          throw refused;
        }
      }
    }
  }

  /** Until the time has come, by the hub's clock. */
  private void pause(Duration delay) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Timekeeper.Alarm alarm = time.after(delay, over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }

  static <T> T settled(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  boolean cancel(SessionKey session) {
    alarmOff(session);
    return thinking.cancel(session);
  }

  private void alarmOff(SessionKey session) {
    Timekeeper.Alarm alarm = alarms.remove(session);
    if (alarm != null) {
      alarm.cancel();
    }
  }

  int running() {
    return lanes.running();
  }

  List<LaneLoad> lanes(AgentId agent) {
    return lanes.of(agent, lines);
  }

  int waiting() {
    return lanes.waiting();
  }

  TurnTimes times() {
    return times;
  }

  private synchronized void renewLater() {
    if (leases.isShared() && !closing) {
      renewal = time.after(Leases.RENEWED, this::renew);
    }
  }

  private void renew() {
    if (!threads.isEmpty()) {
      var _ =
          broker
              .transactions()
              .run(
                  tx -> {
                    leases.renew(tx);
                    return true;
                  });
    }
    renewLater();
  }

  /** Every task that is being worked on here has failed when this returns, and its sender knows. */
  private void failTasks() {
    leaving = true;
    List<Map.Entry<SessionKey, Thread>> tasked =
        threads.entrySet().stream().filter(each -> SessionNames.isTask(each.getKey())).toList();
    tasked.forEach(each -> thinking.breakOff(each.getKey(), "the hub was stopped"));
    awaitAll(tasked.stream().map(Map.Entry::getValue).toList());
  }

  private static void awaitAll(List<Thread> threads) {
    try {
      long until = System.nanoTime() + CLOSING_MAX.toNanos();
      for (Thread each : threads) {
        each.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (failsTasks) {
      failTasks();
    }
    closing = true;
    alarms.keySet().forEach(this::alarmOff);
    synchronized (this) {
      if (renewal != null) {
        renewal.cancel();
      }
    }
    List<Thread> making = List.copyOf(threads.values());
    making.forEach(Thread::interrupt);
    awaitAll(making);
    try {
      new Leaving(broker, self).giveBack(CLOSING_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
