package dev.parley.core.broker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/**
 * Follows messages by their numbers. A message gets its number before it is queued to be written,
 * so one can become durable shortly before another with a smaller number. Whoever remembers how far
 * it has come therefore remembers {@link #settled}: everything up to there was seen or will never
 * come. A number that stays away for long was refused. Not for sharing between threads.
 */
public final class NumberLine {
  private static final int GAPS_MAX = 10_000;

  private record Gap(long first, long last, long since) {}

  private final long patienceMillis;
  private final TreeMap<Long, Long> missing = new TreeMap<>();
  private final Deque<Gap> byAge = new ArrayDeque<>();
  private long highest;

  /**
   * @param settled everything up to here has been seen
   * @param patienceMillis after which a number that is missing counts as refused
   */
  public NumberLine(long settled, long patienceMillis) {
    this.highest = settled;
    this.patienceMillis = patienceMillis;
  }

  public void saw(long number, long nowMillis) {
    if (number <= highest) {
      missing.remove(number);
      return;
    }
    long first = Math.max(highest + 1, number - GAPS_MAX);
    if (first < number) {
      for (long gap = first; gap < number; gap++) {
        missing.put(gap, nowMillis);
      }
      byAge.add(new Gap(first, number - 1, nowMillis));
    }
    highest = number;
    while (missing.size() > GAPS_MAX) {
      missing.pollFirstEntry();
    }
  }

  /** Everything up to this number has been seen or will never come. */
  public long settled(long nowMillis) {
    while (!byAge.isEmpty() && nowMillis - byAge.peek().since >= patienceMillis) {
      Gap old = byAge.remove();
      missing.subMap(old.first, true, old.last, true).clear();
    }
    return missing.isEmpty() ? highest : missing.firstKey() - 1;
  }

  /** Smaller numbers than the highest that may still come, smallest first. */
  public List<Long> missing(int limit) {
    return missing.keySet().stream().limit(limit).toList();
  }

  public long highest() {
    return highest;
  }
}
