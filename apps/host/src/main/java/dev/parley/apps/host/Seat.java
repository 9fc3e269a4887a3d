package dev.parley.apps.host;

import dev.parley.apps.host.AppStatus.State;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.processes.SupervisedProcess;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One app over all its lives. Any thread that may block; one changes it at a time. */
final class Seat {
  private static final Logger LOG = LoggerFactory.getLogger(Seat.class);

  /** After it was started again by itself, changes of its files wait for so long. */
  private static final Duration SUPPRESSED = Duration.ofSeconds(30);

  private final AppFolder folder;
  private final Means means;
  private final ReentrantLock turn = new ReentrantLock();
  private final RestartBudget budget = new RestartBudget();
  private final Told told;
  private final Places.Place place;

  /** Whether it is to be started again by itself. */
  private boolean retrying;

  /** Whether it runs and was not well when it was last asked. */
  private boolean ailing;

  /** Whether a launch in the background waits for its turn. */
  private final AtomicBoolean awaited = new AtomicBoolean();

  private volatile @Nullable AppLife life;
  private volatile @Nullable SupervisedProcess starting;

  /** What of its files was looked at last, to see when they change. */
  private volatile Optional<String> known = Optional.empty();

  private volatile long suppressedUntil;

  Seat(AppFolder folder, Means means) {
    this.folder = folder;
    this.means = means;
    this.place = means.places().forOne();
    this.told = new Told(folder, means.time().millis());
  }

  AppStatus status() {
    AppLife present = life;
    return present == null ? told.status() : told.status().warning(present.problems());
  }

  AppFolder folder() {
    return folder;
  }

  Optional<RunningApp> running() {
    return Optional.ofNullable(life);
  }

  private String id() {
    return folder.id();
  }

  private long now() {
    return means.time().millis();
  }

  private void tell(State state, String problem) {
    told.tell(state, problem, life, budget.used(now()), now());
  }

  /** As the owner wishes. */
  AppStatus launch() throws InterruptedException {
    turn.lockInterruptibly();
    try {
      means.settings().stopped(id(), false);
      budget.renew();
      replace();
      return status();
    } finally {
      turn.unlock();
    }
  }

  /** As the owner wishes. */
  AppStatus stop() throws InterruptedException {
    breakOff();
    turn.lockInterruptibly();
    try {
      means.settings().stopped(id(), true);
      retrying = false;
      end();
      tellIdle();
      return status();
    } finally {
      turn.unlock();
    }
  }

  /** A start that takes its time fails at once when its process is gone. */
  private void breakOff() throws InterruptedException {
    SupervisedProcess process = starting;
    if (process != null) {
      var _ = process.stop();
    }
  }

  private void tellIdle() {
    tell(folder.isQuarantined() ? State.QUARANTINED : State.STOPPED, "");
  }

  /**
   * Starts it, beside the one that runs if there is one, which ends when the new one is well.
   *
   * @throws Refused when it could not be; the one that ran runs on
   */
  private void replace() throws InterruptedException {
    known = folder.fingerprint();
    AppLife old = life;
    try {
      Launcher.Cleared cleared = means.launcher().clear(folder);
      place.take();
      if (old == null) {
        tell(State.STARTING, "");
      }
      AppLife fresh =
          means
              .launcher()
              .start(
                  cleared, old, () -> means.settings().values(id()), process -> starting = process);
      succeed(old, fresh);
    } catch (Refused refused) {
      if (old != null) {
        tell(State.RUNNING, "its successor could not be started: " + refused.getMessage());
      } else {
        // What was refused before anything was started cannot get better by itself.
        retrying = starting != null && refused.code() != ErrorCode.SHUTTING_DOWN;
        place.leave();
        tell(
            folder.isQuarantined() ? State.QUARANTINED : State.FAILED,
            String.valueOf(refused.getMessage()));
      }
      LOG.warn("app {} was not launched: {}", id(), refused.getMessage());
      throw refused;
    } finally {
      starting = null;
      if (life == null && status().state() == State.STARTING) {
        place.leave();
        tell(State.FAILED, "its start was broken off");
      }
    }
  }

  private void succeed(@Nullable AppLife old, AppLife fresh) throws InterruptedException {
    boolean taken = false;
    if (old != null) {
      old.detach(); // what two of them registered would be refused
    }
    try {
      fresh.attach(means.adapters());
      fresh.configure();
      taken = true;
    } finally {
      if (!taken) {
        fresh.end();
        if (old != null) {
          old.attach(means.adapters());
          old.configured();
        }
      }
    }
    life = fresh;
    retrying = true;
    ailing = false;
    fresh.configured();
    tell(State.RUNNING, "");
    LOG.info("app {} {} runs, process {}", id(), fresh.manifest().version(), fresh.pid());
    var _ = fresh.ended().thenRun(() -> means.background().run(() -> onEnd(fresh)));
    if (old != null) {
      endQuietly(old);
    }
  }

  private void end() throws InterruptedException {
    AppLife old = life;
    life = null;
    place.leave();
    if (old != null) {
      endQuietly(old);
    }
  }

  private void endQuietly(AppLife old) throws InterruptedException {
    try {
      old.end();
    } catch (Refused refused) {
      LOG.error("app {} does not end: {}", id(), refused.getMessage());
    }
  }

  private void onEnd(AppLife ended) {
    turn.lock();
    try {
      if (ended.equals(life)) {
        look();
      }
    } finally {
      turn.unlock();
    }
  }

  /** Whether a launch in the background may begin; one at a time. */
  boolean await() {
    return awaited.compareAndSet(false, true);
  }

  void awaitNoMore() {
    awaited.set(false);
  }

  /** Started with the hub, or because its files have changed. */
  void launchUnlessStopped() throws InterruptedException {
    turn.lockInterruptibly();
    try {
      if (life != null && folder.fingerprint().equals(known)) {
        return; // somebody else was faster
      }
      if (folder.isQuarantined() || means.settings().isStopped(id())) {
        known = folder.fingerprint();
        retrying = false;
        if (folder.isQuarantined()) {
          end();
        }
        tellIdle();
        return;
      }
      budget.renew();
      replace();
    } catch (Refused refused) {
      LOG.debug("app {} is left as it is", id(), refused);
    } finally {
      turn.unlock();
    }
  }

  /** Whether its files have changed since they were last looked at, and it is time to act. */
  boolean isChanged(Optional<String> fingerprint) {
    return !fingerprint.equals(known) && !turn.isLocked() && now() >= suppressedUntil;
  }

  /** Whether somebody changes it, or is about to. */
  boolean isBusy() {
    return turn.isLocked() || awaited.get();
  }

  /** Is it well? If not it is started again, within limits. Leaves it if others change it. */
  void check() {
    if (turn.tryLock()) {
      try {
        look();
      } finally {
        turn.unlock();
      }
    }
  }

  private void look() {
    try {
      AppLife present = life;
      if (present == null) {
        if (retrying) {
          startAgain(status().problem());
        }
        return;
      }
      try {
        present.requireHealth();
        if (ailing) {
          ailing = false;
          tell(State.RUNNING, "");
        }
      } catch (Refused refused) {
        startAgain(String.valueOf(refused.getMessage()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused refused) {
      LOG.debug("app {} could not be started again", id(), refused);
    }
  }

  private void startAgain(String why) throws InterruptedException {
    AppLife old = life;
    if (budget.isSpent(now())) {
      end();
      if (status().state() != State.UNHEALTHY) {
        LOG.error("app {} was started again too often and is left alone: {}", id(), why);
      }
      tell(State.UNHEALTHY, why);
    } else if (budget.isDue(now())) {
      LOG.warn("app {} is started again: {}", id(), why);
      budget.spend(now());
      means.restarts().increment();
      suppressedUntil = now() + SUPPRESSED.toMillis();
      end();
      try {
        replace();
      } finally {
        suppressedUntil = now() + SUPPRESSED.toMillis();
      }
    } else if (old != null && old.isAlive()) {
      ailing = true;
      tell(State.RUNNING, why);
    } else {
      end();
      tell(State.FAILED, why);
    }
  }

  /** See {@link Apps#changing}. */
  <T> T changing(Callable<T> change) throws Exception {
    breakOff();
    turn.lockInterruptibly();
    try {
      boolean ran = life != null || retrying;
      retrying = false;
      end();
      tellIdle();
      try {
        return change.call();
      } finally {
        known = folder.fingerprint();
        budget.renew();
        if (ran && folder.hasManifest() && !folder.isQuarantined()) {
          again();
        } else {
          tellIdle();
        }
      }
    } finally {
      turn.unlock();
    }
  }

  private void again() {
    try {
      replace();
    } catch (Refused refused) {
      LOG.debug("app {} is not back", id(), refused);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void set(Map<String, String> changes, Set<String> secret) throws InterruptedException {
    turn.lockInterruptibly();
    try {
      means.settings().change(id(), changes, secret);
      AppLife present = life;
      if (present == null) {
        return;
      }
      try {
        present.configure();
      } catch (Refused refused) {
        // They are kept; whether it is well is seen by the next look at its health.
        LOG.warn("app {}: {}", id(), refused.getMessage());
      }
      present.settingsChanged();
    } finally {
      turn.unlock();
    }
  }

  /** Its folder is gone, or the hub stops: ends it and leaves what the owner wishes as it is. */
  void leave() throws InterruptedException {
    breakOff();
    turn.lockInterruptibly();
    try {
      retrying = false;
      end();
      tellIdle();
    } finally {
      turn.unlock();
    }
  }
}
