package dev.parley.apps.install;

import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks once an hour for what the store has revoked, the first time after an hour. */
final class Hourly implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Hourly.class);
  private static final Duration EVERY = Duration.ofHours(1);

  /** What is done; it may block. */
  interface Look {
    int look() throws InterruptedException;
  }

  private final Timekeeper time;
  private final Look look;
  private Timekeeper.@Nullable Alarm next;
  private boolean closed;

  Hourly(Timekeeper time, Look look) {
    this.time = time;
    this.look = look;
  }

  synchronized void start() {
    if (!closed) {
      next =
          time.after(EVERY, () -> Thread.ofVirtual().name("parley-revocations").start(this::run));
    }
  }

  private void run() {
    try {
      int _ = look.look();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("what the store has revoked could not be looked for: {}", e.toString());
    }
    start();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (next != null) {
      next.cancel();
    }
  }
}
