package dev.parley.core.metrics;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many values were at most as large as each of some bounds. Recording allocates nothing and
 * takes no lock; one thread records, any thread reads.
 */
public final class Histogram {
  private final String name;
  private final String help;
  private final double scale;
  private final long[] bounds;

  /** For each bound how many values were at most that large and above the one before it. */
  private final AtomicLongArray counts;

  private volatile long sum;

  private Histogram(String name, String help, double scale, long... bounds) {
    this.name = name;
    this.help = help;
    this.scale = scale;
    this.bounds = bounds;
    this.counts = new AtomicLongArray(bounds.length + 1);
  }

  /** Of durations that are recorded in milliseconds and shown in seconds. */
  public static Histogram ofMillis(String name, String help) {
    return new Histogram(
        name, help, 1e-3, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 60_000);
  }

  /** Of durations that are recorded in nanoseconds and shown in seconds. */
  public static Histogram ofNanos(String name, String help) {
    return new Histogram(
        name,
        help,
        1e-9,
        50_000,
        100_000,
        200_000,
        500_000,
        1_000_000,
        2_000_000,
        5_000_000,
        10_000_000,
        20_000_000,
        50_000_000,
        100_000_000,
        500_000_000,
        1_000_000_000,
        5_000_000_000L);
  }

  /** Of numbers of things. */
  public static Histogram ofCounts(String name, String help) {
    return new Histogram(name, help, 1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096);
  }

  /** As Prometheus names it, with its unit. */
  public String name() {
    return name;
  }

  public String help() {
    return help;
  }

  /** One thread only. Clocks of other machines may be ahead: what is negative counts as 0. */
  public void record(long value) {
    long counted = Math.max(0, value);
    int at = 0;
    while (at < bounds.length && bounds[at] < counted) {
      at++;
    }
    counts.lazySet(at, counts.get(at) + 1);
    long before = sum;
    sum = before + counted; // one thread writes
  }

  /**
   * What was recorded so far. While values are being recorded the sum may be of a few more or less
   * than the counts.
   *
   * @param bounds upper ones, ascending; the last is infinite
   * @param counts of the values up to each bound and above the one before it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Snapshot(double[] bounds, long[] counts, double sum) {
    public long count() {
      long all = 0;
      for (long some : counts) {
        all += some;
      }
      return all;
    }
  }

  public Snapshot snapshot() {
    double[] upper = new double[bounds.length + 1];
    long[] copied = new long[bounds.length + 1];
    for (int i = 0; i < copied.length; i++) {
      upper[i] = i < bounds.length ? bounds[i] * scale : Double.POSITIVE_INFINITY;
      copied[i] = counts.get(i);
    }
    return new Snapshot(upper, copied, sum * scale);
  }
}
