package dev.parley.core.time;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine's own clock, and one thread for all alarms. Once closed, no alarm goes off. */
public final class SystemTime implements Timekeeper, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SystemTime.class);

  private final ScheduledThreadPoolExecutor alarms =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("parley-alarms").daemon().factory());

  public SystemTime() {
    // Most alarms are timeouts that never go off: do not keep them until they would have.
    alarms.setRemoveOnCancelPolicy(true);
    alarms.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public Alarm after(Duration delay, Runnable action) {
    ScheduledFuture<?> scheduled =
        alarms.schedule(() -> run(action), delay.toMillis(), TimeUnit.MILLISECONDS);
    return () -> scheduled.cancel(false);
  }

  private static void run(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      LOG.error("an alarm went off and what it was for failed", e);
    }
  }

  @Override
  public void close() {
    alarms.shutdownNow();
  }
}
