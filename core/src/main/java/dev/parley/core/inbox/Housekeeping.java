package dev.parley.core.inbox;

import dev.parley.core.commit.Committer;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done though nobody asks: letting messages expire, and forgetting what was kept long. */
public final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final int CLOSING_SECONDS = 2;

  private final Committer committer;
  private final Expiry expiry;
  private final Retention retention;

  /** Retention waits for commits and looks at many boxes: nobody who reads may wait for it. */
  private final ExecutorService sweeper =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("parley-retention").daemon().factory());

  private final Timekeeper time;
  private final Duration sweepEvery;
  private volatile Timekeeper.@Nullable Alarm nextLook;
  private volatile Timekeeper.@Nullable Alarm nextSweep;

  public Housekeeping(
      Committer committer,
      Expiry expiry,
      Retention retention,
      Timekeeper time,
      Duration sweepEvery) {
    this.committer = committer;
    this.expiry = expiry;
    this.retention = retention;
    this.time = time;
    this.sweepEvery = sweepEvery;
  }

  public void start() {
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
  public void expireWhatIsDue() {
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
      sweeper.execute(
          () -> {
            try {
              retention.sweep(time.endingMillis());
            } catch (RuntimeException e) {
              LOG.warn("retention could not be looked after", e);
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("the hub is stopping: nothing is swept");
    }
  }

  public void close() {
    cancel(nextLook);
    cancel(nextSweep);
    sweeper.shutdown();
    try {
      if (!sweeper.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
        sweeper.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void cancel(Timekeeper.@Nullable Alarm alarm) {
    if (alarm != null) {
      alarm.cancel();
    }
  }
}
