package dev.parley.bench.report;

import java.util.Arrays;
import java.util.Collection;

/** Several measurements of one thing. */
public record Spread(double least, double median, double most) {
  public static Spread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("nothing was measured");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }

  /** The value below which the given part of the measurements lies. */
  public static double percentile(long[] values, double part) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.min(sorted.length - 1, (int) (part * sorted.length))];
  }

  /** In thousands a second. */
  public String thousands() {
    return "%.1f k/s (%.1f–%.1f)".formatted(median / 1e3, least / 1e3, most / 1e3);
  }

  /** Nanoseconds shown as microseconds. */
  public String micros() {
    return "%.0f µs (%.0f–%.0f)".formatted(median / 1e3, least / 1e3, most / 1e3);
  }

  /** Nanoseconds shown as milliseconds. */
  public String millis() {
    return "%.1f ms (%.1f–%.1f)".formatted(median / 1e6, least / 1e6, most / 1e6);
  }

  /** Nanoseconds shown as seconds. */
  public String seconds() {
    return "%.2f s (%.2f–%.2f)".formatted(median / 1e9, least / 1e9, most / 1e9);
  }
}
