package dev.parley.identity;

import dev.parley.core.time.Timekeeper;
import java.util.LinkedHashMap;

/**
 * Counts wrong tokens by the address they come from.
 *
 * <p>A right token is let in whatever the count says. Tokens cannot be guessed, so the limit is
 * there to keep a stubborn client from costing anything, and everybody on loopback shares one
 * address: an agent that goes on knocking with a revoked token must not lock the owner out.
 */
final class FailedAttempts {
  static final int ATTEMPTS_MAX = 10;
  static final long WINDOW_MILLIS = 60_000;
  static final int ADDRESSES_MAX = 10_000;

  private record Count(long since, int attempts) {}

  private final Timekeeper time;
  private final LinkedHashMap<String, Count> counts = new LinkedHashMap<>();

  FailedAttempts(Timekeeper time) {
    this.time = time;
  }

  /** Notes a failure and tells whether there have been too many. */
  synchronized boolean oneMoreIsTooMany(String remoteAddress) {
    long now = time.millis();
    String place = Place.of(remoteAddress);
    Count before = counts.remove(place);
    Count after =
        before == null || now - before.since >= WINDOW_MILLIS
            ? new Count(now, 1)
            : new Count(before.since, Math.min(before.attempts + 1, ATTEMPTS_MAX + 1));
    if (counts.size() >= ADDRESSES_MAX) {
      // The one that has been quiet the longest makes room, so that memory stays bounded.
      counts.pollFirstEntry();
    }
    counts.put(place, after);
    return after.attempts > ATTEMPTS_MAX;
  }

  synchronized int size() {
    return counts.size();
  }
}
