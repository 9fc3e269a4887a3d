package dev.parley.identity.limits;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Who was refused how often lately. Whoever goes on and on is heard later: refusing it each time
 * would cost the hub more than what it asks. Any thread, no lock; memory is bounded by those who
 * were refused in the last seconds.
 */
public final class Insistence {
  /** So many at once, and then so many a second, cost nobody a wait. */
  private static final Rate REFUSALS = new Rate(10, 20);

  private static final Duration WAIT_MAX = Duration.ofSeconds(1);

  private final Buckets<String> refusals = new Buckets<>(REFUSALS, "refusals");
  private final LongSupplier nanos;

  /**
   * @param nanos a clock that never goes back
   */
  public Insistence(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Was nobody refused lately, so that nobody has to wait? */
  public boolean isNone() {
    return refusals.isEmpty();
  }

  /** This one was refused. What it owes is bounded: a second after its last refusal all is well. */
  public void onRefused(String who) {
    long now = nanos.getAsLong();
    if (refusals.waitNanos(who, now) < WAIT_MAX.toNanos()) {
      refusals.charge(who, 1, now);
    }
  }

  /** How long this one's next request is to wait, a second at most; zero: not at all. */
  public Duration waitOf(String who) {
    long wait = refusals.waitNanos(who, nanos.getAsLong());
    return Duration.ofNanos(Math.min(wait, WAIT_MAX.toNanos()));
  }

  int size() {
    return refusals.size();
  }
}
