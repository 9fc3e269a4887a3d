package dev.parley.bench.scenario;

import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.runtime.AppCalls;
import dev.parley.bench.runtime.IdleRunners;
import dev.parley.bench.runtime.TurnOverhead;

/**
 * What it takes until a brain is called and until an app has answered, and what agents cost for
 * which nothing comes.
 */
final class AgentRuntime {
  private static final double OVERHEAD_BAR_MILLIS = 10;
  private static final double HEAP_BAR_MEGABYTES = 20;
  private static final double APP_BAR_MILLIS = 2;
  private static final int AGENTS = 1_000;

  private final Run run;

  AgentRuntime(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    apps();
    long[] nanos =
        TurnOverhead.measure(run.directory().resolve("turns"), run.settings().requests());
    double p99 = Spread.percentile(nanos, 0.99) / 1e6;
    run.report()
        .row(
            Row.atMost(
                "a brain is called after its message is durable, debounce 0, p99",
                "%.1f ms".formatted(p99),
                p99,
                OVERHEAD_BAR_MILLIS,
                "ms"));
    run.report()
        .detail(
            "turns: %d, one after the other: p50 %.2f ms, p99 %.2f ms, most %.2f ms"
                .formatted(
                    nanos.length,
                    Spread.percentile(nanos, 0.5) / 1e6,
                    p99,
                    Spread.percentile(nanos, 1) / 1e6));
    IdleRunners.Heap heap = IdleRunners.measure(run.directory().resolve("idle-runners"), AGENTS);
    double megabytes = (heap.running() - heap.none()) / 1e6;
    run.report()
        .row(
            Row.atMost(
                "heap of 1,000 idle agents that run by themselves",
                "%.1f MB".formatted(megabytes),
                megabytes,
                HEAP_BAR_MEGABYTES,
                "MB"));
    run.report()
        .detail(
            "turns: heap after a collection %.1f MB, with %,d agents %.1f MB, with a brain for each %.1f MB"
                .formatted(heap.none() / 1e6, AGENTS, heap.known() / 1e6, heap.running() / 1e6));
  }

  private void apps() throws Exception {
    AppCalls.Measured calls =
        AppCalls.measure(run.directory().resolve("app"), run.settings().requests());
    app("a hook of an app", calls.hook());
    app("a tool of an app", calls.tool());
  }

  private void app(String what, long[] nanos) {
    double p99 = Spread.percentile(nanos, 0.99) / 1e6;
    run.report()
        .row(
            Row.atMost(
                what + " over its Unix socket, p99",
                "%.2f ms".formatted(p99),
                p99,
                APP_BAR_MILLIS,
                "ms"));
    run.report()
        .detail(
            "apps: %s, %d calls one after the other: p50 %.3f ms, p99 %.3f ms, most %.2f ms"
                .formatted(
                    what,
                    nanos.length,
                    Spread.percentile(nanos, 0.5) / 1e6,
                    p99,
                    Spread.percentile(nanos, 1) / 1e6));
  }
}
