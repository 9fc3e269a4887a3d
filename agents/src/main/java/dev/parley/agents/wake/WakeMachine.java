package dev.parley.agents.wake;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.commit.CommitWatcher;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides who is woken when and by which way. What it has decided is in the store before it
 * happens: whoever's commit is first does it, and after a crash it goes on when the patience with
 * the last way is over. Decisions are made on one thread, which may block.
 */
final class WakeMachine implements CommitWatcher, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WakeMachine.class);
  private static final int TOLD_MAX = 10_000;
  private static final int TOLD_PER_MESSAGE_MAX = 50;
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Broker broker;
  private final WakeConfig config;
  private final Map<String, Waker> wakers;
  private final WayBook ways;
  private final Predicate<AgentId> concerned;
  private final Timekeeper time;
  private final ExecutorService desk =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("parley-wake").daemon().factory());
  private final Map<AgentId, Timekeeper.Alarm> alarms = new ConcurrentHashMap<>();

  /** Those that are being woken, as far as is known here. */
  private final Set<AgentId> open = ConcurrentHashMap.newKeySet();

  /** Those that are to be looked at and have not been yet. */
  private final Set<AgentId> toLookAt = ConcurrentHashMap.newKeySet();

  /** Ids of messages whose records are kept, the oldest first. Desk. */
  private final SequencedSet<String> told = new LinkedHashSet<>();

  private volatile boolean closed;
  private @Nullable Watch watch;

  WakeMachine(
      Broker broker,
      WakeConfig config,
      Map<String, Waker> wakers,
      WayBook ways,
      Predicate<AgentId> concerned) {
    this.broker = broker;
    this.config = config;
    this.wakers = wakers;
    this.ways = ways;
    this.concerned = concerned;
    this.time = broker.time();
  }

  void start() {
    broker.records().forEach(WakeRows.TOLD, (id, _) -> told.add(id));
    broker.watch(this);
    broker.records().forEach(WakeRows.OPEN, (agent, _) -> look(new AgentId(agent)));
    broker.records().follow(WakeRows.OPEN, (agent, _) -> look(new AgentId(agent)));
    watch = Watch.start(broker, concerned, agents -> agents.forEach(this::look));
  }

  // ---- what happens

  @Override
  public void onAppended(StoredMessage message, List<Placement> placements) {}

  @Override
  public void onPlaced(MessageId id, List<Placement> placements) {}

  @Override
  public void onAdvanced(BoxId box, long position, State state, int attempts) {
    if (!state.isPending()
        && box instanceof BoxId.AgentInbox(AgentId agent)
        && open.contains(agent)) {
      look(agent);
    }
  }

  private void look(AgentId agent) {
    open.add(agent);
    if (toLookAt.add(agent)) {
      execute(
          () -> {
            toLookAt.remove(agent);
            lookNow(agent);
          });
    }
  }

  private void execute(Runnable step) {
    try {
      desk.execute(
          () -> {
            try {
              step.run();
            } catch (RuntimeException e) {
              LOG.warn("waking could not go on: {}", Refused.of(e).getMessage());
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("waking has ended");
    }
  }

  private void later(AgentId agent, long millis) {
    Timekeeper.Alarm before =
        alarms.put(agent, time.after(Duration.ofMillis(Math.max(1, millis)), () -> look(agent)));
    if (before != null) {
      before.cancel();
    }
  }

  // ---- on the desk

  private void lookNow(AgentId agent) {
    if (closed) {
      return;
    }
    Waking waking =
        WakeRows.waking(broker.records().get(WakeRows.OPEN, agent.value()).orElse(null));
    if (waking == null) {
      open.remove(agent);
      return;
    }
    later(agent, AGAIN.toMillis()); // should something below fail
    long now = time.millis();
    boolean listening = broker.presence().of(agent).listeners() > 0;
    List<String> left = new ArrayList<>();
    boolean read = false;
    for (String id : waking.messages()) {
      State state = state(agent, MessageId.parse(id));
      read |= state != null && state.hasReached(State.READ);
      if (state != null && (state.isPending() || (state == State.DELIVERED && !listening))) {
        left.add(id);
      }
    }
    if (left.isEmpty() || !concerned.test(agent)) {
      finish(agent, waking, read, now);
    } else if (now < waking.dueAt()) {
      later(agent, waking.dueAt() - now);
    } else if (listening) {
      // It is there, and has only not come to it yet.
      replace(agent, waking, waking.only(left).nextRound(now + config.patience().toMillis()));
    } else {
      step(agent, waking.only(left), waking, now);
    }
  }

  private @Nullable State state(AgentId agent, MessageId id) {
    try {
      return broker.lookups().statusNow(id).recipients().stream()
          .filter(copy -> copy.box().equals(BoxId.inbox(agent)))
          .map(CopyRef::state)
          .findFirst()
          .orElse(null);
    } catch (Refused gone) {
      return null;
    }
  }

  /** What was to be read is read, or has come to another end. */
  private void finish(AgentId agent, Waking waking, boolean read, long now) {
    boolean gone =
        broker
            .transactions()
            .run(
                tx -> {
                  if (!waking.equals(stored(tx, agent))) {
                    return false;
                  }
                  tx.delete(WakeRows.OPEN, agent.value());
                  return true;
                })
            .join();
    if (!gone) {
      look(agent);
      return;
    }
    open.remove(agent);
    cancel(agent);
    Attempt last = waking.attempts().isEmpty() ? null : waking.attempts().getLast();
    if (read && last != null && last.outcome() == Attempt.Outcome.TOLD) {
      ways.note(agent, last.way(), way -> way.proven(now, now - last.at())).join();
    }
  }

  private void step(AgentId agent, Waking waking, Waking before, long now) {
    Attempt last = waking.attempts().isEmpty() ? null : waking.attempts().getLast();
    Way way = ways.best(agent, waking.used()).orElse(null);
    Waking after;
    Attempt attempt = null;
    if (waking.round() >= config.rounds()) {
      LOG.info("'{}' could not be woken for {} messages", agent, waking.messages().size());
      finish(agent, before, false, now);
      return;
    }
    if (way == null) {
      long pause = config.pause().toMillis() << Math.min(waking.round(), 10);
      after = waking.nextRound(now + pause);
    } else {
      attempt = new Attempt(way.kind(), now, Attempt.Outcome.TRYING, "");
      after = waking.trying(attempt, now + config.patience().toMillis());
    }
    if (!replace(agent, before, after)) {
      return;
    }
    if (last != null && last.outcome() == Attempt.Outcome.TOLD) {
      String why = "nothing was read within " + config.patience().toSeconds() + " s";
      ways.note(agent, last.way(), each -> each.failed(last.at(), why)).join();
    }
    if (way != null && attempt != null) {
      Attempt begun = attempt;
      var _ =
          tell(agent, way, waking.ids(), now)
              .thenAccept(how -> execute(() -> ended(agent, begun, how)));
    }
  }

  private boolean replace(AgentId agent, Waking before, Waking after) {
    boolean done =
        broker
            .transactions()
            .run(
                tx -> {
                  if (!before.equals(stored(tx, agent))) {
                    return false;
                  }
                  tx.put(WakeRows.OPEN, agent.value(), WakeRows.write(after));
                  return true;
                })
            .join();
    if (done) {
      later(agent, after.dueAt() - time.millis());
    } else {
      look(agent);
    }
    return done;
  }

  private static @Nullable Waking stored(Tx tx, AgentId agent) {
    return WakeRows.waking(tx.get(WakeRows.OPEN, agent.value()));
  }

  private void ended(AgentId agent, Attempt begun, Attempt how) {
    boolean failed = how.outcome() == Attempt.Outcome.FAILED;
    long now = time.millis();
    boolean _ =
        broker
            .transactions()
            .run(
                tx -> {
                  Waking waking = stored(tx, agent);
                  if (waking == null
                      || waking.attempts().isEmpty()
                      || !waking.attempts().getLast().equals(begun)) {
                    return false;
                  }
                  Waking after = waking.ended(how, failed ? now : waking.dueAt());
                  tx.put(WakeRows.OPEN, agent.value(), WakeRows.write(after));
                  return true;
                })
            .join();
    if (failed) {
      ways.note(agent, how.way(), way -> way.failed(how.at(), how.text())).join();
    }
    look(agent);
  }

  // ---- telling

  /** Tells by one way, and notes that for the sender; completes with how that went. */
  CompletableFuture<Attempt> tell(AgentId agent, Way way, List<MessageId> messages, long at) {
    Attempt begun = new Attempt(way.kind(), at, Attempt.Outcome.TRYING, "");
    CompletableFuture<Attempt> done = new CompletableFuture<>();
    Waker waker = Objects.requireNonNull(wakers.get(way.kind()));
    Thread telling =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  Attempt how;
                  try {
                    waker.wake(new Waker.Call(agent, way.settings(), messages));
                    how = begun.told();
                  } catch (InterruptedException e) {
                    how = begun.failed("no end after " + config.trying().toSeconds() + " s");
                  } catch (IOException | RuntimeException e) {
                    String why = e.getMessage();
                    how = begun.failed(why == null ? e.getClass().getSimpleName() : why);
                  }
                  done.complete(how);
                });
    Timekeeper.Alarm alarm = time.after(config.trying(), telling::interrupt);
    telling.start();
    return done.thenApplyAsync(
        how -> {
          alarm.cancel();
          note(agent, messages, how);
          return how;
        },
        desk);
  }

  private void note(AgentId agent, List<MessageId> messages, Attempt how) {
    messages.forEach(id -> told.add(id.toString()));
    List<String> old = new ArrayList<>();
    while (told.size() > TOLD_MAX) {
      old.add(told.removeFirst());
    }
    boolean _ =
        broker
            .transactions()
            .run(
                tx -> {
                  for (MessageId id : messages) {
                    String key = id.toString();
                    byte[] before = tx.get(WakeRows.TOLD, key);
                    Woken woken = new Woken(agent.value(), how);
                    tx.put(WakeRows.TOLD, key, WakeRows.told(before, woken, TOLD_PER_MESSAGE_MAX));
                  }
                  old.forEach(key -> tx.delete(WakeRows.TOLD, key));
                  return true;
                })
            .join();
  }

  /** An agent has been told by itself asking, by this way. */
  void toldBy(AgentId agent, String kind, List<MessageId> messages) {
    long now = time.millis();
    Attempt attempt = new Attempt(kind, now, Attempt.Outcome.TOLD, "");
    execute(
        () -> {
          note(agent, messages, attempt);
          Waking waking =
              WakeRows.waking(broker.records().get(WakeRows.OPEN, agent.value()).orElse(null));
          if (waking != null && !waking.isTrying()) {
            boolean _ =
                replace(agent, waking, waking.trying(attempt, now + config.patience().toMillis()));
          }
        });
  }

  /** Tells at once, unless somebody is telling already. */
  CompletableFuture<Attempt> byHand(AgentId agent, Way way) {
    return CompletableFuture.supplyAsync(() -> begin(agent, way), desk)
        .thenCompose(
            claimed ->
                tell(agent, way, claimed.ids(), claimed.attempts().getLast().at())
                    .thenApply(
                        how -> {
                          execute(() -> ended(agent, claimed.attempts().getLast(), how));
                          return how;
                        }));
  }

  private Waking begin(AgentId agent, Way way) {
    long now = time.millis();
    List<String> pending =
        broker.peek(BoxId.inbox(agent), Waking.MESSAGES_MAX).join().stream()
            .map(copy -> copy.message().id().toString())
            .toList();
    Attempt attempt = new Attempt(way.kind(), now, Attempt.Outcome.TRYING, "");
    Waking claimed =
        broker
            .transactions()
            .run(
                tx -> {
                  Waking waking = stored(tx, agent);
                  if (waking != null && waking.isTrying() && now < waking.dueAt()) {
                    throw new Refused(
                        ErrorCode.CONFLICT, "'" + agent + "' is being woken right now");
                  }
                  Waking from = waking == null ? Waking.of(now, List.of()) : waking;
                  Waking after =
                      from.with(pending).trying(attempt, now + config.patience().toMillis());
                  tx.put(WakeRows.OPEN, agent.value(), WakeRows.write(after));
                  return after;
                })
            .join();
    open.add(agent);
    return claimed;
  }

  private void cancel(AgentId agent) {
    Timekeeper.Alarm alarm = alarms.remove(agent);
    if (alarm != null) {
      alarm.cancel();
    }
  }

  @Override
  public void close() {
    closed = true;
    if (watch != null) {
      watch.close();
    }
    broker.unwatch(this);
    List.copyOf(alarms.keySet()).forEach(this::cancel);
    desk.shutdown();
  }
}
