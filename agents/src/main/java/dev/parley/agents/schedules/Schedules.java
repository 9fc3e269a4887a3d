package dev.parley.agents.schedules;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.AgentHook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The schedules there are. A schedule sends as one agent and is named within it. Whoever calls has
 * made sure that the caller may act for that agent; whether a message may be sent is decided each
 * time, by whoever decides about all messages. Any thread; never blocks but in {@link #history}.
 */
public final class Schedules implements AutoCloseable {
  static final String TABLE = "schedules";
  static final String RUNS = "schedule-runs";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final int APART_LOOKS = 24;

  private final Broker broker;
  private final SchedulesConfig config;
  private final Map<String, Schedule> all = new ConcurrentSkipListMap<>();
  private final Clockwork clockwork;
  private final AgentHook agentHook = this::onAgent;
  private final List<ScheduleHook> hooks = new CopyOnWriteArrayList<>();

  private Schedules(Broker broker, SchedulesConfig config) {
    this.broker = broker;
    this.config = config;
    this.clockwork = new Clockwork(broker, config, all::values, this::keep);
    broker.records().forEach(TABLE, (key, json) -> all.put(key, Rows.schedule(json)));
    broker
        .records()
        .follow(
            TABLE,
            (key, json) -> {
              if (json == null) {
                drop(key);
              } else {
                keep(Rows.schedule(json));
              }
              clockwork.wind();
            });
    broker.participants().onAgent(agentHook);
    clockwork.wind();
  }

  /** Goes on with what there was; the broker must have started. */
  public static Schedules open(Broker broker, SchedulesConfig config) {
    return new Schedules(broker, config);
  }

  private void keep(Schedule schedule) {
    all.put(schedule.key(), schedule);
    hooks.forEach(hook -> hook.onSchedule(schedule));
  }

  private void drop(String key) {
    Schedule gone = all.remove(key);
    if (gone != null) {
      hooks.forEach(hook -> hook.onDeleted(gone));
    }
  }

  public void addHook(ScheduleHook hook) {
    hooks.add(hook);
  }

  public void removeHook(ScheduleHook hook) {
    hooks.remove(hook);
  }

  static String runKey(String key, long number) {
    return "%s/%019d".formatted(key, number);
  }

  /** In the order of agents and names. */
  public List<Schedule> list() {
    return List.copyOf(all.values());
  }

  public List<Schedule> of(AgentId agent) {
    return all.values().stream().filter(each -> each.agent().equals(agent)).toList();
  }

  public Schedule require(AgentId agent, String name) {
    Schedule schedule = all.get(Schedule.key(agent, name));
    if (schedule == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "'" + agent + "' has no schedule '" + name + "'");
    }
    return schedule;
  }

  /**
   * @param byOwner whether the caller owns the agent, rather than being it
   * @throws Refused when it cannot be, or there are too many
   */
  public CompletableFuture<Schedule> create(
      AgentId agent,
      String name,
      Timing timing,
      Says says,
      Missed missed,
      boolean enabled,
      boolean byOwner) {
    broker.participants().requireAgent(agent);
    if (!NAME.matcher(name).matches()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'name' must begin with a letter or digit, and have up to 64 of those and . _ -");
    }
    long now = broker.time().millis();
    Schedule made =
        new Schedule(agent, name, timing, says, missed, enabled, byOwner, 0, now, 0, now)
            .starting(enabled, now);
    checkRoom(made);
    check(made, now);
    return broker
        .transactions()
        .run(
            tx -> {
              if (tx.get(TABLE, made.key()) != null) {
                throw new Refused(
                    ErrorCode.ALREADY_EXISTS,
                    "'" + agent + "' has a schedule '" + name + "' already");
              }
              tx.put(TABLE, made.key(), Rows.write(made));
              return made;
            })
        .thenApply(this::kept);
  }

  private Schedule kept(Schedule schedule) {
    keep(schedule);
    clockwork.wind();
    return schedule;
  }

  private void checkRoom(Schedule made) {
    long own = of(made.agent()).stream().filter(each -> !each.byOwner()).count();
    if (!made.byOwner() && own >= config.ownMax()) {
      throw new Refused(
          ErrorCode.OVERLOADED,
          "'" + made.agent() + "' has " + own + " schedules of its own; delete one first");
    }
    if (all.size() >= config.max()) {
      throw new Refused(
          ErrorCode.OVERLOADED, "there are " + all.size() + " schedules; delete one first");
    }
  }

  /** Can it ever fire, and is what it says a message? */
  private void check(Schedule schedule, long now) {
    if (schedule.enabled() && schedule.next() == 0) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          schedule.timing() instanceof Timing.Once
              ? "'at' has passed already; name a moment to come"
              : "'cron' never comes: there is no such day");
    }
    if (schedule.says().content() == null && schedule.says().payload() == null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'content' or 'payload' has to say something");
    }
    var _ = Firing.draft(schedule, now);
    if (!schedule.byOwner() && schedule.timing() instanceof Timing.Cron cron) {
      checkApart(cron, now);
    }
  }

  private void checkApart(Timing.Cron cron, long now) {
    OptionalLong time = cron.next(now);
    for (int i = 0; i < APART_LOOKS && time.isPresent(); i++) {
      OptionalLong next = cron.next(time.getAsLong());
      if (next.isPresent() && next.getAsLong() - time.getAsLong() < config.ownApart().toMillis()) {
        throw new Refused(
            ErrorCode.BAD_REQUEST,
            "the times of an agent's own schedule are at least "
                + config.ownApart().toSeconds()
                + " s apart");
      }
      time = next;
    }
  }

  /** What is null stays as it is; its next time is set anew. */
  public CompletableFuture<Schedule> update(
      AgentId agent,
      String name,
      @Nullable Timing timing,
      @Nullable Says says,
      @Nullable Missed missed,
      boolean byOwner) {
    long now = broker.time().millis();
    return change(
        agent,
        name,
        byOwner,
        was -> {
          Schedule changed =
              new Schedule(
                      was.agent(),
                      was.name(),
                      timing == null ? was.timing() : timing,
                      says == null ? was.says() : says,
                      missed == null ? was.missed() : missed,
                      was.enabled(),
                      was.byOwner(),
                      was.next(),
                      was.setAt(),
                      was.runs(),
                      was.createdAt())
                  .starting(was.enabled(), now);
          check(changed, now);
          return changed;
        });
  }

  public CompletableFuture<Schedule> setEnabled(
      AgentId agent, String name, boolean enabled, boolean byOwner) {
    long now = broker.time().millis();
    return change(
        agent,
        name,
        byOwner,
        was -> {
          Schedule changed = was.starting(enabled, now);
          check(changed, now);
          return changed;
        });
  }

  /** The change is worked out here, and made if the schedule is still what it was made of. */
  private CompletableFuture<Schedule> change(
      AgentId agent, String name, boolean byOwner, UnaryOperator<Schedule> change) {
    Schedule was = owned(agent, name, byOwner);
    Schedule changed = change.apply(was);
    return broker
        .transactions()
        .run(
            tx -> {
              requireSame(tx, was);
              tx.put(TABLE, changed.key(), Rows.write(changed));
              return changed;
            })
        .thenApply(this::kept);
  }

  private static void requireSame(Tx tx, Schedule was) {
    byte[] there = tx.get(TABLE, was.key());
    if (there == null || !Rows.schedule(there).equals(was)) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "'" + was.name() + "' has fired or was changed in this moment; ask again");
    }
  }

  private Schedule owned(AgentId agent, String name, boolean byOwner) {
    Schedule schedule = require(agent, name);
    if (schedule.byOwner() && !byOwner) {
      throw new Refused(
          ErrorCode.FORBIDDEN, "'" + name + "' was made by the owner of '" + agent + "'");
    }
    return schedule;
  }

  public CompletableFuture<Void> delete(AgentId agent, String name, boolean byOwner) {
    Schedule schedule = owned(agent, name, byOwner);
    return delete(List.of(schedule));
  }

  private CompletableFuture<Void> delete(List<Schedule> gone) {
    return broker
        .transactions()
        .run(
            tx -> {
              for (Schedule each : gone) {
                byte[] there = tx.get(TABLE, each.key());
                long runs = there == null ? each.runs() : Rows.schedule(there).runs();
                tx.delete(TABLE, each.key());
                for (long number = first(runs); number <= runs; number++) {
                  tx.delete(RUNS, runKey(each.key(), number));
                }
              }
              return gone;
            })
        .thenAccept(
            _ -> {
              gone.forEach(each -> drop(each.key()));
              clockwork.wind();
            });
  }

  private long first(long runs) {
    return Math.max(1, runs - config.historyMax() + 1);
  }

  /** Sends its message now; its times stay as they are. */
  public CompletableFuture<Schedule> trigger(AgentId agent, String name, boolean byOwner) {
    Schedule schedule = owned(agent, name, byOwner);
    Firing firing = Firing.triggered(schedule, broker.time().millis(), config);
    return broker
        .transactions()
        .run(firing::apply)
        .thenApply(
            after ->
                kept(
                    after.orElseThrow(
                        () ->
                            new Refused(
                                ErrorCode.CONFLICT,
                                "'" + name + "' fires in this moment; ask again"))));
  }

  /** Its runs, the newest first. Blocks. */
  public List<Run> history(AgentId agent, String name, int limit) {
    Schedule schedule = require(agent, name);
    List<Run> runs = new ArrayList<>();
    long last =
        broker.records().get(TABLE, schedule.key()).map(Rows::schedule).orElse(schedule).runs();
    for (long number = last; number >= first(last) && runs.size() < limit; number--) {
      Optional<byte[]> json = broker.records().get(RUNS, runKey(schedule.key(), number));
      json.ifPresent(found -> runs.add(Rows.run(found)));
    }
    return runs;
  }

  /**
   * While somebody else keeps time none of these fires; afterwards each does what it does about
   * times that it has missed.
   */
  public void rest(boolean rests) {
    clockwork.rest(rests);
  }

  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null) {
      List<Schedule> gone = of(was.id());
      if (!gone.isEmpty()) {
        var _ = delete(gone);
      }
    }
  }

  @Override
  public void close() {
    broker.participants().removeAgentHook(agentHook);
    clockwork.close();
  }
}
