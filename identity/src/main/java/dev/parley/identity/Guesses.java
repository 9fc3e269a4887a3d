package dev.parley.identity;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.LinkedHashMap;

/**
 * Counts the wrong codes of each who tries. Whoever has tried too many is not even told whether the
 * next is right, until the minute is over: codes are short enough to be typed, so they must not be
 * tried out. An attempt counts from its beginning, so that many at the same time are many; one that
 * was no wrong guess is taken back.
 */
public final class Guesses {
  public static final int WRONG_MAX = 10;
  private static final long WINDOW_MILLIS = 60_000;
  private static final int KEPT_MAX = 10_000;

  private record Count(long since, int wrong) {}

  private final Timekeeper time;
  private final LinkedHashMap<String, Count> counts = new LinkedHashMap<>();

  public Guesses(Timekeeper time) {
    this.time = time;
  }

  /**
   * @throws Refused when this one has to wait
   */
  public synchronized void begin(String who) {
    long now = time.millis();
    Count before = counts.get(who);
    if (before != null && now - before.since >= WINDOW_MILLIS) {
      before = null;
    }
    if (before != null && before.wrong >= WRONG_MAX) {
      throw new Refused(
          ErrorCode.RATE_LIMITED,
          "'" + who + "' has tried too many wrong codes",
          Duration.ofMillis(before.since + WINDOW_MILLIS - now));
    }
    counts.remove(who);
    if (counts.size() >= KEPT_MAX) {
      counts.pollFirstEntry(); // the one that has been quiet the longest
    }
    counts.put(who, before == null ? new Count(now, 1) : new Count(before.since, before.wrong + 1));
  }

  /** It was no wrong guess after all. */
  public synchronized void takeBack(String who) {
    counts.computeIfPresent(
        who, (_, count) -> count.wrong <= 1 ? null : new Count(count.since, count.wrong - 1));
  }
}
