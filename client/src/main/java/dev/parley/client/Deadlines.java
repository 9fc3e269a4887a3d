package dev.parley.client;

import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * One timer for all calls of a client, set to the earliest deadline. A timer for each call would
 * cost more than the rest of the call, and hardly any ever goes off.
 */
final class Deadlines {
  private final LongFunction<OptionalLong> expire;
  private boolean set;
  private long earliest;

  /**
   * @param expire fails what is due at a time by {@link System#nanoTime} and returns the next
   *     deadline, if any
   */
  Deadlines(LongFunction<OptionalLong> expire) {
    this.expire = expire;
  }

  /** Something is due then. */
  synchronized void watch(long deadline) {
    if (!set || deadline - earliest < 0) {
      set = true;
      earliest = deadline;
      long delay = Math.max(0, deadline - System.nanoTime());
      CompletableFuture.delayedExecutor(delay, TimeUnit.NANOSECONDS, Thread::startVirtualThread)
          .execute(() -> onTime(deadline));
    }
  }

  private void onTime(long deadline) {
    synchronized (this) {
      if (!set || deadline != earliest) {
        return; // Another timer was set to an earlier time, and watches the rest.
      }
      set = false;
    }
    expire.apply(System.nanoTime()).ifPresent(this::watch);
  }
}
