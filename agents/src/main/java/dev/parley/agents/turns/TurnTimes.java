package dev.parley.agents.turns;

import dev.parley.core.metrics.Histogram;
import java.util.List;

/** How long turns wait and take. Any thread. */
public final class TurnTimes {
  private final Histogram waits =
      Histogram.ofMillis(
          "parley_turn_wait_seconds",
          "from a message's arrival for a turn until its brain is called, debounce included");
  private final Histogram runs =
      Histogram.ofMillis("parley_turn_seconds", "from a brain's call until its turn has ended");
  private long ended;

  /** One histogram is recorded by one thread at a time. */
  synchronized void waited(long millis) {
    waits.record(millis);
  }

  synchronized void ran(long millis) {
    runs.record(millis);
    ended++;
  }

  /** How many turns this hub has made to the end. */
  public synchronized long ended() {
    return ended;
  }

  public List<Histogram> histograms() {
    return List.of(waits, runs);
  }
}
