package dev.parley.core.journal;

import dev.parley.core.error.Refused;
import dev.parley.core.store.FiledMessage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the journal on a thread of its own. While it fails it tries again, with growing pauses,
 * from where it has come to.
 */
public final class Follower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
  private static final long IDLE_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long PAUSE_MIN_NANOS = Duration.ofMillis(100).toNanos();
  private static final long PAUSE_MAX_NANOS = Duration.ofSeconds(30).toNanos();
  private static final Duration CLOSING_MAX = Duration.ofSeconds(5);

  /**
   * @param entriesMax how many it is handed at once, at most
   * @param calm how long it waits before it looks again when it had caught up: zero for one that
   *     wants everything at once, more for one that likes to take many together
   */
  public record Options(int entriesMax, Duration calm) {
    public static final Options AT_ONCE = new Options(1_000, Duration.ZERO);

    public Options {
      if (entriesMax < 1 || calm.isNegative()) {
        throw new IllegalArgumentException(entriesMax + " entries, calm " + calm);
      }
    }
  }

  private final Journal journal;
  private final String name;
  private final Options options;
  private final Progress progress;
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean idle;
  private volatile long cursor = -1;
  private volatile int failures;
  private volatile @Nullable Throwable lastFailure;

  Follower(Journal journal, String name, Options options, Progress progress) {
    this.journal = journal;
    this.name = name;
    this.options = options;
    this.progress = progress;
    // A platform thread: reading the store is a native call, which would pin a carrier.
    this.thread = Thread.ofPlatform().name("parley-follow-" + name).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  public String name() {
    return name;
  }

  /** The number of the last entry that was dealt with, or -1 before it has begun. */
  public long cursor() {
    return cursor;
  }

  /** How many entries, at most, it has still to deal with. */
  public long lag() {
    return Math.max(0, journal.end() - Math.max(0, cursor));
  }

  /** How often in a row it has failed; 0 while all is well. */
  public int failures() {
    return failures;
  }

  /** What it failed with the last time, if that was the latest attempt. */
  public @Nullable Throwable lastFailure() {
    return lastFailure;
  }

  void wake() {
    if (idle) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closing) {
      try {
        if (cursor < 0) {
          cursor = progress.open();
        }
        if (!step()) {
          rest();
        }
      } catch (RuntimeException e) {
        onFailure(e instanceof CompletionException && e.getCause() != null ? e.getCause() : e);
      }
    }
  }

  /** Deals with some entries; false when there are none. */
  private boolean step() {
    List<FiledMessage> entries =
        cursor >= journal.end() ? List.of() : journal.read(cursor, options.entriesMax);
    if (entries.isEmpty()) {
      return false;
    }
    cursor = progress.take(cursor, entries);
    failures = 0;
    lastFailure = null;
    return true;
  }

  private void rest() {
    idle = true;
    if (cursor >= journal.end() && !closing) {
      LockSupport.parkNanos(IDLE_NANOS);
    }
    idle = false;
    if (!options.calm.isZero() && !closing) {
      LockSupport.parkNanos(options.calm.toNanos());
    }
  }

  private void onFailure(Throwable failure) {
    if (closing) {
      return;
    }
    int failuresNow = failures + 1; // no other thread writes it
    failures = failuresNow;
    lastFailure = failure;
    long pause = PAUSE_MIN_NANOS << Math.min(failuresNow - 1, 16);
    String next = "it goes on from entry " + cursor + " and tries again";
    if (failure instanceof Refused) {
      LOG.warn("'{}' cannot follow the journal: {}; {}", name, failure.getMessage(), next);
    } else {
      LOG.error("'{}' cannot follow the journal; {}", name, next, failure);
    }
    LockSupport.parkNanos(Math.min(pause, PAUSE_MAX_NANOS));
  }

  /** Lets it finish what it is doing, if that does not take long. */
  @Override
  public void close() {
    closing = true;
    journal.ended(this);
    LockSupport.unpark(thread);
    if (Thread.currentThread().equals(thread)) {
      return;
    }
    try {
      if (!thread.join(CLOSING_MAX)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
