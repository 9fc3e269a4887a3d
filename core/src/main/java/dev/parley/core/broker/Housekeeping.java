package dev.parley.core.broker;

import dev.parley.core.commit.Committer;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done though nobody asks: letting messages expire, and forgetting what was kept long. */
final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Committer committer;
  private final Expiry expiry;
  private final Retention retention;
  private final Executor readers;
  private final Timekeeper time;
  private final Duration sweepEvery;
  private volatile Timekeeper.@Nullable Alarm nextLook;
  private volatile Timekeeper.@Nullable Alarm nextSweep;

  Housekeeping(
      Committer committer,
      Expiry expiry,
      Retention retention,
      Executor readers,
      Timekeeper time,
      Duration sweepEvery) {
    this.committer = committer;
    this.expiry = expiry;
    this.retention = retention;
    this.readers = readers;
    this.time = time;
    this.sweepEvery = sweepEvery;
  }

  void start() {
    lookLater();
    sweepLater();
  }

  private void lookLater() {
    nextLook =
        time.after(
            LOOK_EVERY,
            () -> {
              committer.execute(this::expireWhatIsDue);
              if (committer.isOpen()) {
                lookLater();
              }
            });
  }

  /** Asks for a commit, for every commit begins with what is due. Committer thread. */
  void expireWhatIsDue() {
    if (expiry.isDue()) {
      committer.defer(_ -> {});
    }
  }

  private void sweepLater() {
    nextSweep =
        time.after(
            sweepEvery,
            () -> {
              if (committer.isOpen()) {
                sweep();
                sweepLater();
              }
            });
  }

  private void sweep() {
    try {
      readers.execute(
          () -> {
            try {
              retention.sweep(time.millis());
            } catch (RuntimeException e) {
              LOG.warn("retention could not be looked after", e);
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("the hub is stopping: nothing is swept");
    }
  }

  void close() {
    cancel(nextLook);
    cancel(nextSweep);
  }

  private static void cancel(Timekeeper.@Nullable Alarm alarm) {
    if (alarm != null) {
      alarm.cancel();
    }
  }
}
