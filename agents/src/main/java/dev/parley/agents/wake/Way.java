package dev.parley.agents.wake;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A way in which one agent can be woken, and what has come of it.
 *
 * @param provenAt when it last led to a message being read, or 0
 * @param lastAt when it was last tried, or 0
 * @param failures how often in a row nothing came of it
 * @param latencies how long it took until a message was read, in milliseconds, the newest last
 */
public record Way(
    String kind,
    Map<String, String> settings,
    long provenAt,
    long lastAt,
    @Nullable String lastFailure,
    int failures,
    List<Long> latencies) {
  private static final int LATENCIES_MAX = 100;
  private static final int DOUBTED = 3;

  public Way {
    settings = Map.copyOf(settings);
    latencies = List.copyOf(latencies);
  }

  static Way of(String kind, Map<String, String> settings) {
    return new Way(kind, settings, 0, 0, null, 0, List.of());
  }

  public boolean isProven() {
    return provenAt > 0 && failures < DOUBTED;
  }

  /** What half of them, or another share, were at most; 0 while there are none. */
  public long quantile(double share) {
    List<Long> sorted = latencies.stream().sorted().toList();
    int at = (int) Math.ceil(share * sorted.size()) - 1;
    return sorted.isEmpty() ? 0 : sorted.get(Math.clamp(at, 0, sorted.size() - 1));
  }

  Way with(Map<String, String> changed) {
    return new Way(kind, changed, provenAt, lastAt, lastFailure, failures, latencies);
  }

  Way proven(long at, long latency) {
    List<Long> more = new ArrayList<>(latencies);
    more.add(Math.max(0, latency));
    int from = Math.max(0, more.size() - LATENCIES_MAX);
    return new Way(kind, settings, at, at, null, 0, more.subList(from, more.size()));
  }

  Way failed(long at, String why) {
    return new Way(kind, settings, provenAt, at, why, failures + 1, latencies);
  }
}
