package dev.parley.identity.audit;

import java.util.LinkedHashMap;

/**
 * Keeps somebody who goes on being refused from filling the log and pushing everything else out of
 * it: of each one's refusals for an action so many are written down a minute, and then that there
 * are more.
 */
final class Denials {
  static final int A_MINUTE_MAX = 10;
  private static final long MINUTE_MILLIS = 60_000;
  private static final int KEYS_MAX = 1_000;

  /** What becomes of one more. */
  enum Place {
    LISTED,
    /** Listed as the last one for a while. */
    LAST,
    DROPPED
  }

  private record Count(long since, int refusals) {}

  private final LinkedHashMap<String, Count> counts = new LinkedHashMap<>();

  synchronized Place oneMore(String who, String action, long now) {
    String key = who + " " + action;
    Count before = counts.remove(key);
    Count after =
        before == null || now - before.since >= MINUTE_MILLIS
            ? new Count(now, 1)
            : new Count(before.since, Math.min(before.refusals + 1, A_MINUTE_MAX + 1));
    if (counts.size() >= KEYS_MAX) {
      counts.pollFirstEntry();
    }
    counts.put(key, after);
    if (after.refusals < A_MINUTE_MAX) {
      return Place.LISTED;
    }
    return after.refusals == A_MINUTE_MAX ? Place.LAST : Place.DROPPED;
  }
}
