package dev.parley.identity.limits;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket, kept as one number: the moment until which everything that was taken is paid for
 * at the allowed rate. Taking is one compare-and-set; any thread.
 */
final class Bucket {
  private static final long NANOS_A_SECOND = 1_000_000_000L;

  private static final long WAIT_MAX = 30 * NANOS_A_SECOND;

  private final long nanosEach;
  private final long aheadMax;
  private final AtomicLong paidUntil;

  Bucket(Rate rate, long now) {
    this.nanosEach = Math.max(1, NANOS_A_SECOND / rate.perSecond());
    this.aheadMax = nanosEach * (rate.burst() - 1L);
    this.paidUntil = new AtomicLong(now);
  }

  /**
   * Takes so much. There has to be one; what is taken beyond that has to be paid for before the
   * next is let in, so that something large is not refused for ever.
   *
   * @param now nanoseconds of a clock that never goes back
   * @return 0 when there was one, or else how many nanoseconds there will be none
   */
  long take(long amount, long now) {
    while (true) {
      long before = paidUntil.get();
      long ahead = Math.max(0, before - now);
      if (ahead > aheadMax) {
        return ahead - aheadMax;
      }
      if (paidUntil.compareAndSet(before, owed(now, ahead, amount))) {
        return 0;
      }
    }
  }

  /**
   * @return 0 when there is one, or else how many nanoseconds there will be none
   */
  long waitAt(long now) {
    return Math.max(0, paidUntil.get() - now - aheadMax);
  }

  /** Takes so much whether or not there is any: it was used already. */
  void charge(long amount, long now) {
    paidUntil.updateAndGet(before -> owed(now, Math.max(0, before - now), amount));
  }

  /** Gives one back, up to a full bucket. */
  void giveBack(long now) {
    paidUntil.updateAndGet(before -> now + Math.max(0, before - nanosEach - now));
  }

  /** Nobody waits longer than {@link #WAIT_MAX}, whatever was taken at once. */
  private long owed(long now, long ahead, long amount) {
    return now + Math.min(ahead + nanosEach * amount, aheadMax + WAIT_MAX);
  }

  /** Is it full, so that a new one would be the same? */
  boolean isFull(long now) {
    return paidUntil.get() - now <= 0;
  }
}
