package dev.parley.agents.usage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Visit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what agents use of models. Every day has a table of its own with a record for each agent,
 * and one of the ids that were counted, which are known for the day and the day after. Days are
 * those of UTC, by the hub's clock.
 */
public final class Usage implements AutoCloseable {
  static final int ENTRIES_PER_DAY_MAX = 100_000;
  private static final Logger LOG = LoggerFactory.getLogger(Usage.class);
  private static final String DAYS = "usage-days";
  private static final String COUNTED = "usage/";
  private static final String IDS = "usage-ids/";
  private static final int ID_DAYS = 2;
  private static final int BATCH = 500;
  private static final int READING_MAX = 32;
  private static final Duration SWEEP_EVERY = Duration.ofHours(1);

  private final Broker broker;
  private final Participants participants;
  private final Records records;
  private final Timekeeper time;
  private final UsageLimits limits;
  private final ThreadPoolExecutor reading;
  private volatile Timekeeper.@Nullable Alarm nextSweep;
  private volatile boolean closed;
  private volatile Watcher watcher = (_, _, _) -> {};

  /** Told what was used because of a message, in the commit that counts it. */
  @FunctionalInterface
  public interface Watcher {
    void onUsed(Tx tx, MessageId about, Counts counts);
  }

  private Usage(Broker broker, UsageLimits limits) {
    this.broker = broker;
    this.participants = broker.participants();
    this.records = broker.records();
    this.time = broker.time();
    this.limits = limits;
    this.reading =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(READING_MAX),
            Thread.ofPlatform().daemon().name("usage").factory());
    reading.allowCoreThreadTimeOut(true);
  }

  /** Forgets from now on what is older than its limits say, once an hour. */
  public static Usage open(Broker broker, UsageLimits limits) {
    Usage usage = new Usage(broker, limits);
    usage.sweepLater();
    return usage;
  }

  public int daysKept() {
    return limits.days();
  }

  public LocalDate today() {
    return dayOf(time.millis());
  }

  private static LocalDate dayOf(long millis) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
  }

  // ---- counting

  /**
   * Counts what was used, once for each id; completes, when that is durable, with whether it was
   * counted now or before.
   *
   * @throws Refused in the future, when this one may not speak for the agent, the id was used for
   *     something else, or there is too much
   */
  public CompletableFuture<Boolean> record(Visit by, AgentId agent, Used used) {
    return record(by, agent, used, null);
  }

  /**
   * @param about the message because of which it was used, where that is known
   */
  public CompletableFuture<Boolean> record(
      Visit by, AgentId agent, Used used, @Nullable MessageId about) {
    LocalDate day = today();
    try {
      Agent whose = requireSpeakingFor(by, agent);
      return broker.transactions().run(tx -> counted(tx, day, whose, used, about));
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Of an agent that is not the caller's it is not even said that it is there. */
  private Agent requireSpeakingFor(Visit by, AgentId agent) {
    AgentId self = by.who().scope();
    if (!by.who().mayActFor(agent)
        && (self == null || !participants.separation().owns(self, agent))) {
      throw new Refused(ErrorCode.FORBIDDEN, "you may not say what '" + agent + "' has used");
    }
    return participants.requireAgent(agent);
  }

  /** From now on this is told. */
  public void watchedBy(Watcher newWatcher) {
    watcher = newWatcher;
  }

  /** What an agent has used on a day, added up. */
  public static Counts of(Tx tx, Agent agent, LocalDate day) {
    byte[] kept = tx.get(COUNTED + day, keyOf(agent));
    return kept == null
        ? Counts.NONE
        : Day.of(kept).models().values().stream().reduce(Counts.NONE, Counts::plus);
  }

  private static String keyOf(Agent agent) {
    return agent.id().value() + "\t" + agent.incarnation();
  }

  private boolean counted(Tx tx, LocalDate day, Agent agent, Used used, @Nullable MessageId about) {
    String key = keyOf(agent);
    String id = key + "\t" + used.id();
    byte[] before = earlier(tx, day, id);
    if (before != null) {
      if (!new String(before, UTF_8).equals(used.text())) {
        throw new Refused(
            ErrorCode.CONFLICT, "the id '" + used.id() + "' was used for something else");
      }
      return false;
    }
    byte[] kept = tx.get(COUNTED + day, key);
    Day was = kept == null ? begun(agent) : Day.of(kept);
    requireRoom(was, used);
    tx.put(COUNTED + day, key, was.with(used).toBytes());
    tx.put(IDS + day, id, used.text().getBytes(UTF_8));
    if (tx.get(DAYS, day.toString()) == null) {
      tx.put(DAYS, day.toString(), new byte[] {'1'});
    }
    if (about != null) {
      watcher.onUsed(tx, about, used.counts());
    }
    return true;
  }

  private static byte @Nullable [] earlier(Tx tx, LocalDate day, String id) {
    for (int back = 0; back < ID_DAYS; back++) {
      byte[] found = tx.get(IDS + day.minusDays(back), id);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private Day begun(Agent agent) {
    AgentId owner = agent.owner();
    return owner == null
        ? Day.begin("", "", agent.id().value(), agent.incarnation())
        : Day.begin(owner.value(), incarnationOf(owner), agent.id().value(), agent.incarnation());
  }

  private String incarnationOf(AgentId agent) {
    return participants.agent(agent).map(Agent::incarnation).orElse("");
  }

  private void requireRoom(Day day, Used used) {
    if (day.entries() >= ENTRIES_PER_DAY_MAX) {
      throw new Refused(
          ErrorCode.OVERLOADED,
          "'" + day.agent() + "' has reported " + ENTRIES_PER_DAY_MAX + " times today; add up");
    }
    if (!day.models().containsKey(used.model()) && day.models().size() >= limits.modelsMax()) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "'%s' has used %d models today; usage.modelsMax is %d"
              .formatted(day.agent(), day.models().size(), limits.modelsMax()));
    }
  }

  // ---- reading

  /**
   * What was used from one day to another, both included, as far as this one may know: an agent of
   * itself, a person of its agents, the hub's owner of all.
   *
   * @param of whose alone; null for all of these
   */
  public CompletableFuture<UsageReport> report(
      Visit by, LocalDate from, LocalDate to, UsageReport.By sums, @Nullable AgentId of) {
    LocalDate today = today();
    LocalDate first = later(from, today.minusDays(limits.days() - 1L));
    Predicate<Day> seen = seenBy(by).and(day -> of == null || day.agent().equals(of.value()));
    CompletableFuture<UsageReport> answer = new CompletableFuture<>();
    Runnable read =
        () -> {
          UsageReport.Sums sum = new UsageReport.Sums(sums);
          for (LocalDate day = first; !day.isAfter(to) && !day.isAfter(today); ) {
            LocalDate at = day;
            records.forEach(
                COUNTED + at,
                (_, kept) -> {
                  Day used = Day.of(kept);
                  if (seen.test(used)) {
                    sum.add(at, used);
                  }
                });
            day = day.plusDays(1);
          }
          answer.complete(sum.report(from, to));
        };
    try {
      reading.execute(
          () -> {
            try {
              read.run();
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(
          new Refused(ErrorCode.OVERLOADED, "too many ask for reports; try again later"));
    }
    return answer;
  }

  private static LocalDate later(LocalDate one, LocalDate other) {
    return one.isBefore(other) ? other : one;
  }

  private Predicate<Day> seenBy(Visit by) {
    AgentId self = by.who().scope();
    if (self == null) {
      return _ -> true;
    }
    String incarnation = incarnationOf(self);
    return day ->
        (day.agent().equals(self.value()) && day.incarnation().equals(incarnation))
            || (day.owner().equals(self.value()) && day.ownerIncarnation().equals(incarnation));
  }

  // ---- forgetting

  private void sweepLater() {
    if (!closed) {
      nextSweep = time.after(SWEEP_EVERY, this::beginSweep);
    }
  }

  private void beginSweep() {
    try {
      reading.execute(this::sweepAndGoOn);
    } catch (RejectedExecutionException e) {
      sweepLater(); // many ask for reports; or this is closed, and then it does nothing
    }
  }

  private void sweepAndGoOn() {
    try {
      sweep();
    } catch (RuntimeException e) {
      LOG.warn("old usage was not forgotten: {}", Refused.of(e).getMessage());
    } finally {
      sweepLater();
    }
  }

  /** Hubs that sweep at the same time delete the same. Blocks. */
  void sweep() {
    long now = time.endingMillis();
    if (now == 0) {
      return; // nobody knows what time it is
    }
    LocalDate today = dayOf(now);
    List<LocalDate> days = new ArrayList<>();
    records.forEach(DAYS, (day, _) -> days.add(LocalDate.parse(day)));
    for (LocalDate day : days) {
      if (day.isBefore(today.minusDays(ID_DAYS))) {
        clear(IDS + day);
      }
      if (day.isBefore(today.minusDays(limits.days() - 1L))) {
        clear(COUNTED + day);
        records.delete(DAYS, List.of(day.toString())).join();
      }
    }
  }

  private void clear(String table) {
    List<String> keys = new ArrayList<>();
    records.forEach(table, (key, _) -> keys.add(key));
    for (int i = 0; i < keys.size() && !closed; i += BATCH) {
      records.delete(table, keys.subList(i, Math.min(keys.size(), i + BATCH))).join();
    }
  }

  @Override
  public void close() {
    closed = true;
    Timekeeper.Alarm alarm = nextSweep;
    if (alarm != null) {
      alarm.cancel();
    }
    reading.shutdownNow();
  }
}
