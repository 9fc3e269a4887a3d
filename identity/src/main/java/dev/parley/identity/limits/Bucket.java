package dev.parley.identity.limits;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket, kept as one number: the moment until which everything that was taken is paid for
 * at the allowed rate. Taking is one compare-and-set; any thread.
 */
public final class Bucket {
  private static final long NANOS_A_SECOND = 1_000_000_000L;

  private final long nanosEach;
  private final long aheadMax;
  private final AtomicLong paidUntil;

  Bucket(Rate rate, long now) {
    this.nanosEach = Math.max(1, NANOS_A_SECOND / rate.perSecond());
    this.aheadMax = nanosEach * (rate.burst() - 1L);
    this.paidUntil = new AtomicLong(now);
  }

  /**
   * Takes one.
   *
   * @param now nanoseconds of a clock that never goes back
   * @return 0 when there was one, or else how many nanoseconds there will be none
   */
  public long take(long now) {
    while (true) {
      long before = paidUntil.get();
      long ahead = Math.max(0, before - now);
      if (ahead > aheadMax) {
        return ahead - aheadMax;
      }
      if (paidUntil.compareAndSet(before, now + ahead + nanosEach)) {
        return 0;
      }
    }
  }

  /** Is it full, so that a new one would be the same? */
  boolean isFull(long now) {
    return paidUntil.get() - now <= 0;
  }
}
