package dev.parley.bench.storm;

import java.util.Arrays;

/** What happened, second by second. */
final class Outcome {
  /** Agents that come back are counted this finely, because percentiles are read from it. */
  static final int SLOTS_A_SECOND = 10;

  private final Law law;
  private final int agents;
  private long[] back = new long[1024];
  private long[] attempts = new long[1024];
  private int seconds;
  private long returned;
  private long attempted;

  Outcome(Law law, int agents) {
    this.law = law;
    this.agents = agents;
  }

  void onAttempts(double now, int count) {
    int second = (int) now;
    attempts = reaching(attempts, second);
    attempts[second] += count;
    attempted += count;
    seconds = Math.max(seconds, second + 1);
  }

  void onBack(double when) {
    int slot = (int) (when * SLOTS_A_SECOND);
    back = reaching(back, slot);
    back[slot]++;
    returned++;
    seconds = Math.max(seconds, slot / SLOTS_A_SECOND + 1);
  }

  private static long[] reaching(long[] counts, int index) {
    return index < counts.length ? counts : Arrays.copyOf(counts, Math.max(index + 1, index * 2));
  }

  Law law() {
    return law;
  }

  int agents() {
    return agents;
  }

  long returned() {
    return returned;
  }

  int seconds() {
    return seconds;
  }

  double attemptsAnAgent() {
    return (double) attempted / agents;
  }

  long attemptsIn(int second) {
    return second < attempts.length ? attempts[second] : 0;
  }

  long peakAttempts() {
    return Arrays.stream(attempts).max().orElse(0);
  }

  long backIn(int second) {
    int from = second * SLOTS_A_SECOND;
    return from >= back.length
        ? 0
        : Arrays.stream(back, from, Math.min(from + SLOTS_A_SECOND, back.length)).sum();
  }

  /** Seconds until this part of all agents is back, to a tenth; infinite when they never were. */
  double secondsUntil(double part) {
    long wanted = (long) Math.ceil(part * agents);
    long so = 0;
    for (int slot = 0; slot < back.length; slot++) {
      so += back[slot];
      if (so >= wanted) {
        return (slot + 1.0) / SLOTS_A_SECOND;
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
