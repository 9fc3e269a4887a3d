package dev.parley.doors.files;

import dev.parley.core.error.Refused;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does one thing again and again on a virtual thread: when woken, every so often without being
 * woken, and with growing pauses while it fails.
 */
final class Worker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Duration PAUSE_MIN = Duration.ofMillis(200);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(30);
  private static final Duration CLOSING_MAX = Duration.ofSeconds(1);

  /** What is done. */
  interface Pass {
    /** True when there is more to do at once. */
    boolean run() throws IOException;
  }

  private final String name;
  private final Duration every;
  private final Pass pass;
  private final Wake wake = new Wake();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable String trouble;

  Worker(String name, Duration every, Pass pass) {
    this.name = name;
    this.every = every;
    this.pass = pass;
    this.thread = Thread.ofVirtual().name("parley-files-" + name).unstarted(this::work);
  }

  void start() {
    thread.start();
  }

  void wake() {
    wake.up();
  }

  /** What keeps it from working, or null. */
  @Nullable String trouble() {
    return trouble;
  }

  private void work() {
    Duration pause = PAUSE_MIN;
    try {
      while (closing.getCount() > 0) {
        try {
          boolean more = pass.run();
          onSuccess();
          pause = PAUSE_MIN;
          if (!more) {
            wake.await(every);
          }
        } catch (IOException | RuntimeException e) {
          onTrouble(e);
          boolean _ = closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
          pause = pause.multipliedBy(2);
          pause = pause.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause;
        }
      }
    } catch (InterruptedException e) {
      // It was told to stop.
    }
  }

  private void onSuccess() {
    if (trouble != null) {
      LOG.info("{}: working again", name);
      trouble = null;
    }
  }

  /** Said once and not with every attempt. */
  private void onTrouble(Exception e) {
    String what = e instanceof Refused ? String.valueOf(e.getMessage()) : e.toString();
    if (!what.equals(trouble) && closing.getCount() > 0) {
      trouble = what;
      if (e instanceof Refused || e instanceof IOException) {
        LOG.warn("{}: {}; trying again until it works", name, what);
      } else {
        LOG.error("{}: failed; trying again", name, e);
      }
    }
  }

  /** It is to end after what it is doing. */
  void stop() {
    closing.countDown();
    wake.up();
  }

  /** Lets it finish what it is doing, if that does not take long. */
  @Override
  public void close() {
    stop();
    try {
      if (thread.isAlive() && !thread.join(CLOSING_MAX)) {
        thread.interrupt();
        boolean _ = thread.join(CLOSING_MAX);
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
