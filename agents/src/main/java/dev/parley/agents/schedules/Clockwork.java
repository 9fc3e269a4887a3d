package dev.parley.agents.schedules;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks when the next schedule is due, and at least every ten seconds, so that a clock that is put
 * forward is noticed. A time that was set while the clock was a day or more ahead is set anew: a
 * schedule is not to be silent for years because the clock was wrong once.
 */
final class Clockwork implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Clockwork.class);
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final long AHEAD_MILLIS = Duration.ofDays(1).toMillis();

  private final Broker broker;
  private final SchedulesConfig config;
  private final Supplier<Collection<Schedule>> all;
  private final Consumer<Schedule> changed;
  private final Timekeeper time;

  /** One look at a time. */
  private final ReentrantLock looking = new ReentrantLock();

  private Timekeeper.@Nullable Alarm alarm;
  private boolean closed;

  /** Somebody else keeps time. */
  private volatile boolean resting;

  /**
   * @param changed told of each schedule as it stands after a firing
   */
  Clockwork(
      Broker broker,
      SchedulesConfig config,
      Supplier<Collection<Schedule>> all,
      Consumer<Schedule> changed) {
    this.broker = broker;
    this.config = config;
    this.all = all;
    this.changed = changed;
    this.time = broker.time();
  }

  /** Fires nothing until it is told to go on. */
  void rest(boolean rests) {
    resting = rests;
    wind();
  }

  /** Something has changed: sets the alarm for whatever is due next. Never blocks. */
  void wind() {
    wind(Duration.ZERO);
  }

  private synchronized void wind(Duration atLeast) {
    cancel();
    long first =
        all.get().stream()
            .filter(Schedule::isWaiting)
            .mapToLong(Schedule::next)
            .min()
            .orElse(Long.MAX_VALUE);
    if (closed || resting || first == Long.MAX_VALUE) {
      return;
    }
    long wait;
    do {
      cancel();
      wait = Math.clamp(first - time.millis(), atLeast.toMillis(), LOOK.toMillis());
      alarm = time.after(Duration.ofMillis(wait), () -> Thread.startVirtualThread(this::look));
      // The clock may have been put forward since it was asked: then the alarm is too late.
    } while (wait > atLeast.toMillis() && first <= time.millis());
  }

  private void cancel() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }

  private void look() {
    boolean again = true;
    looking.lock();
    try {
      again = fireDue();
    } catch (RuntimeException e) {
      LOG.warn("schedules could not be looked at", e);
    } finally {
      looking.unlock();
      wind(again ? AGAIN : Duration.ZERO);
    }
  }

  /**
   * @return whether something is to be tried again
   */
  private boolean fireDue() {
    long now = time.endingMillis();
    if (resting) {
      return false;
    }
    if (now == 0) {
      return true; // the hubs do not agree on what time it is
    }
    boolean again = false;
    Map<Firing, CompletableFuture<Optional<Schedule>>> fired = new HashMap<>();
    for (Schedule schedule : List.copyOf(all.get())) {
      if (!schedule.isWaiting()) {
        continue;
      }
      if (schedule.next() <= now) {
        Firing firing = Firing.due(schedule, now, config);
        fired.put(firing, commit(firing));
      } else if (schedule.setAt() - now > AHEAD_MILLIS
          && schedule.timing() instanceof Timing.Cron) {
        Firing anew =
            new Firing(
                schedule,
                List.of(),
                null,
                schedule.timing().next(now).orElse(0),
                now,
                "sent",
                config.historyMax());
        fired.put(anew, commit(anew));
      }
    }
    for (var each : new ArrayList<>(fired.entrySet())) {
      again |= !settled(each.getKey(), each.getValue());
    }
    return again;
  }

  private CompletableFuture<Optional<Schedule>> commit(Firing firing) {
    return broker.transactions().run(firing::apply);
  }

  /**
   * @return false when it has to be tried again
   */
  private boolean settled(Firing firing, CompletableFuture<Optional<Schedule>> outcome) {
    try {
      Optional<Schedule> after = outcome.join();
      after.ifPresent(changed);
      return after.isPresent();
    } catch (CompletionException e) {
      Refused refused = Refused.of(e);
      Schedule schedule = firing.schedule();
      LOG.warn("schedule {} could not send: {}", schedule.key(), refused.getMessage());
      return !refused.code().retryable()
          && settled(firing.failed(String.valueOf(refused.getMessage())));
    }
  }

  private boolean settled(Firing failed) {
    try {
      Optional<Schedule> after = commit(failed).join();
      after.ifPresent(changed);
      return after.isPresent();
    } catch (CompletionException e) {
      return false;
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      cancel();
    }
    looking.lock(); // whoever is looking has ended when we have it
    try {
      LOG.debug("schedules are closed");
    } finally {
      looking.unlock();
    }
  }
}
