package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server that leads the log for its time: once before the hub does anything by its own
 * clock, and then again and again, on a thread of its own. Servers before 2.10 do not tell.
 */
final class ServerClock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerClock.class);
  private static final String VOICE = "the NATS servers";
  private static final Duration EVERY = Duration.ofSeconds(5);

  /** An answer that took longer says too little about what time it is. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

  private final ClusterLog log;
  private final Clocks clocks;
  private final Thread thread;

  ServerClock(ClusterLog log, Clocks clocks) {
    this.log = log;
    this.clocks = clocks;
    this.thread = Thread.ofVirtual().name("nats-clock").unstarted(this::run);
  }

  ServerClock start() {
    ask();
    thread.start();
    return this;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(EVERY);
        ask();
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private void ask() {
    try {
      long asked = System.nanoTime();
      Instant told = log.serverTime();
      onAnswer(told, Duration.ofNanos(System.nanoTime() - asked));
    } catch (StoreException e) {
      LOG.debug("the servers do not tell the time: {}", e.getMessage());
    }
  }

  private void onAnswer(@Nullable Instant told, Duration took) {
    if (told != null && took.compareTo(ANSWER_MAX) < 0) {
      clocks.heard(VOICE, told.plus(took.dividedBy(2)).toEpochMilli());
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
