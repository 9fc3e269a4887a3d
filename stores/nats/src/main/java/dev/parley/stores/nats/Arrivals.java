package dev.parley.stores.nats;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Entries on their way from the log to the committer. One thread puts and waits when there are
 * many; one takes.
 */
final class Arrivals {
  /** Each may be as large as a commit, and there are rarely more than a few. */
  private static final int ENTRIES_MAX = 256;

  /**
   * @param sequence at which it ends in the log
   * @param bytes null where what stands there counts for nothing
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Entry(long sequence, byte @Nullable [] bytes) {}

  private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>(ENTRIES_MAX);
  private @Nullable Entry first;

  void put(long sequence, byte @Nullable [] bytes) throws InterruptedException {
    queue.put(new Entry(sequence, bytes));
  }

  /**
   * The first one after a sequence, which stays the first until it is asked for what comes after
   * it; null when none comes in time.
   */
  @Nullable Entry after(long sequence, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (first == null || first.sequence <= sequence) {
      first = queue.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      if (first == null) {
        return null;
      }
    }
    return first;
  }
}
