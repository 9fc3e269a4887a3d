package dev.parley.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before trying again: twice as long each time up to a cap, and never exactly, so
 * that clients which lost the same hub do not come back in the same instant.
 */
public record Backoff(Duration base, Duration cap, double jitter) {
  public static final Backoff DEFAULT =
      new Backoff(Duration.ofMillis(100), Duration.ofMinutes(10), 0.25);

  public Backoff {
    if (!base.isPositive() || cap.compareTo(base) < 0 || jitter < 0 || jitter >= 1) {
      throw new IllegalArgumentException("base > 0, cap >= base and 0 <= jitter < 1 are needed");
    }
  }

  /** The wait before a retry; {@code attempt} counts from 0. */
  public Duration after(int attempt, RandomGenerator random) {
    double doubled = Math.scalb((double) base.toNanos(), attempt);
    double nanos = Math.min(doubled, (double) cap.toNanos());
    return Duration.ofNanos((long) (nanos * (1 - jitter + 2 * jitter * random.nextDouble())));
  }
}
