package dev.parley.bench.scenario;

import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.runtime.Recall;

/** Finding what an agent remembers among very much. */
final class Recalling {
  private static final int QUERIES = 300;
  private static final double BAR_MILLIS = 50;

  private final Run run;

  Recalling(Run run) {
    this.run = run;
  }

  void measure() throws InterruptedException {
    try (Recall recall = new Recall(run.directory().resolve("recall"))) {
      int memories = run.settings().memories();
      run.say("recall: taking in %,d memories", memories);
      double filled = recall.fill(memories) / 1e9;
      long[] _ = recall.query(QUERIES);
      long[] nanos = recall.query(QUERIES);
      double p95 = Recall.millis((long) Spread.percentile(nanos, 0.95));
      run.report()
          .row(
              Row.atMost(
                  "recall among %,d memories of one agent, p95".formatted(memories),
                  "%.1f ms".formatted(p95),
                  p95,
                  BAR_MILLIS,
                  "ms"));
      run.report()
          .detail(
              "recall: %,d memories taken in, in %.0f s; %d queries: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms"
                  .formatted(
                      memories,
                      filled,
                      QUERIES,
                      Recall.millis((long) Spread.percentile(nanos, 0.5)),
                      p95,
                      Recall.millis((long) Spread.percentile(nanos, 0.99))));
    }
  }
}
