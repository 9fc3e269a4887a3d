package dev.parley.identity.limits;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One bucket of a rate for each key. Full ones are as good as new ones and go when there are many,
 * so that memory is bounded by the keys that have been busy lately. Any thread, no lock.
 */
public final class Buckets<K> {
  private static final int SWEEP_MIN = 1_024;
  private static final long NANOS_A_MILLI = 1_000_000;

  private final Rate rate;
  private final String what;
  private final ConcurrentHashMap<K, Bucket> buckets = new ConcurrentHashMap<>();
  private volatile int sweepAt = SWEEP_MIN;

  /**
   * @param what is counted, in the plural, for those who are refused
   */
  public Buckets(Rate rate, String what) {
    this.rate = rate;
    this.what = what;
  }

  boolean isLimited() {
    return rate.isLimited();
  }

  /**
   * Takes so much.
   *
   * @throws Refused when there is nothing left
   */
  public void take(K key, long amount, long now) {
    if (rate.isLimited()) {
      require("", of(key, now).take(amount, now));
    }
  }

  /**
   * Takes nothing.
   *
   * @param where what they are for, told to whoever is refused
   * @throws Refused when there is nothing left
   */
  void requireSome(K key, String where, long now) {
    Bucket known = rate.isLimited() ? buckets.get(key) : null;
    if (known != null) {
      require(where, known.waitAt(now));
    }
  }

  /** How many nanoseconds there will be nothing; takes nothing. */
  long waitNanos(K key, long now) {
    Bucket known = buckets.get(key);
    return known == null ? 0 : known.waitAt(now);
  }

  /** Takes so much, whether or not there is any. */
  void charge(K key, long amount, long now) {
    if (rate.isLimited()) {
      of(key, now).charge(amount, now);
    }
  }

  /** Gives one back; who has no bucket has a full one. */
  void giveBack(K key, long now) {
    Bucket known = buckets.get(key);
    if (known != null) {
      known.giveBack(now);
    }
  }

  int size() {
    return buckets.size();
  }

  boolean isEmpty() {
    return buckets.isEmpty();
  }

  private Bucket of(K key, long now) {
    Bucket known = buckets.get(key);
    if (known != null) {
      return known;
    }
    if (buckets.size() >= sweepAt) {
      buckets.values().removeIf(bucket -> bucket.isFull(now));
      sweepAt = Math.max(SWEEP_MIN, 2 * buckets.size());
    }
    return buckets.computeIfAbsent(key, _ -> new Bucket(rate, now));
  }

  private void require(String where, long waitNanos) {
    if (waitNanos > 0) {
      long millis = (waitNanos + NANOS_A_MILLI - 1) / NANOS_A_MILLI;
      throw new Refused(
          ErrorCode.RATE_LIMITED,
          "more than %d %s a second%s; wait %d ms".formatted(rate.perSecond(), what, where, millis),
          Duration.ofMillis(millis));
    }
  }
}
