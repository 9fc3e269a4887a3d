package dev.parley.hub.cli.operations;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Durations as they are measured, and their percentiles when all are in. */
final class Latencies {
  private final long[] nanos;
  private final AtomicInteger count = new AtomicInteger();

  Latencies(int max) {
    this.nanos = new long[max];
  }

  /** From any thread; returns how many there are now. */
  int add(long elapsedNanos) {
    int at = count.getAndIncrement();
    nanos[at] = elapsedNanos;
    return at + 1;
  }

  /** When nobody adds any more: milliseconds by the percentile's name. */
  Map<String, Double> percentiles() {
    long[] sorted = Arrays.copyOf(nanos, count.get());
    Arrays.sort(sorted);
    Map<String, Double> percentiles = new LinkedHashMap<>();
    percentiles.put("p50", at(sorted, 0.50));
    percentiles.put("p90", at(sorted, 0.90));
    percentiles.put("p99", at(sorted, 0.99));
    percentiles.put("max", at(sorted, 1));
    return percentiles;
  }

  private static double at(long[] sorted, double part) {
    if (sorted.length == 0) {
      return 0;
    }
    int index = (int) Math.ceil(part * sorted.length) - 1;
    return Math.round(sorted[Math.max(0, index)] / 1e4) / 100.0;
  }
}
