package dev.parley.loops;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.LinkedHashMap;

/**
 * Counts the wrong codes of each who tries. Whoever has tried too many is not even told whether the
 * next is right, until the minute is over: codes are short enough to be typed, so they must not be
 * tried out.
 */
final class Guesses {
  static final int WRONG_MAX = 10;
  private static final long WINDOW_MILLIS = 60_000;
  private static final int KEPT_MAX = 10_000;

  private record Count(long since, int wrong) {}

  private final Timekeeper time;
  private final LinkedHashMap<String, Count> counts = new LinkedHashMap<>();

  Guesses(Timekeeper time) {
    this.time = time;
  }

  /**
   * @throws Refused when this one has to wait
   */
  synchronized void requireFew(String who) {
    Count count = counts.get(who);
    long left = count == null ? 0 : count.since + WINDOW_MILLIS - time.millis();
    if (count != null && left > 0 && count.wrong >= WRONG_MAX) {
      throw new Refused(
          ErrorCode.RATE_LIMITED,
          "'" + who + "' has tried too many wrong codes",
          Duration.ofMillis(left));
    }
  }

  synchronized void onWrong(String who) {
    long now = time.millis();
    Count before = counts.remove(who);
    if (counts.size() >= KEPT_MAX) {
      counts.pollFirstEntry(); // the one that has been quiet the longest
    }
    counts.put(
        who,
        before == null || now - before.since >= WINDOW_MILLIS
            ? new Count(now, 1)
            : new Count(before.since, before.wrong + 1));
  }
}
