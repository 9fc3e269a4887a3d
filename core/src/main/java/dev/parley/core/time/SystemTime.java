package dev.parley.core.time;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's own clock, and one thread for all alarms. */
public final class SystemTime implements Timekeeper, AutoCloseable {
  private final ScheduledThreadPoolExecutor alarms =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("parley-alarms").daemon().factory());

  public SystemTime() {
    // Most alarms are timeouts that never go off: do not keep them until they would have.
    alarms.setRemoveOnCancelPolicy(true);
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public Alarm after(Duration delay, Runnable action) {
    ScheduledFuture<?> scheduled = alarms.schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public void close() {
    alarms.shutdownNow();
  }
}
