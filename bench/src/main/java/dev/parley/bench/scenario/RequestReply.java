package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import java.util.ArrayList;
import java.util.List;

/** One request at a time between two clients: durable in the hub, in memory in NATS core. */
final class RequestReply {
  private static final double P50_BAR = 3;
  private static final double P99_BAR = 4;

  private final Run run;

  RequestReply(Run run) {
    this.run = run;
  }

  /** Somebody who asks and somebody who answers. */
  interface Pair extends AutoCloseable {
    void ask() throws Exception;

    @Override
    void close() throws Exception;
  }

  private record Latencies(List<Double> p50, List<Double> p99) {
    Latencies() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  void measure() throws Exception {
    int bodyBytes = run.settings().workload().bodyBytes();
    var hub = new Latencies();
    var nats = new Latencies();
    try (Target hubServer = run.hub("reqrep-hub");
        Pair hubPair = HubPair.open(hubServer, bodyBytes)) {
      if (!run.settings().beside("nats-server")) {
        rounds(hubPair, hub, hubPair, new Latencies());
        run.report().detail("request/reply: %s; nats-server is not installed".formatted(text(hub)));
        return;
      }
      try (Target natsServer = Target.nats(run.directory().resolve("reqrep-nats"));
          Pair natsPair = NatsPair.open(natsServer, bodyBytes)) {
        rounds(hubPair, hub, natsPair, nats);
      }
    }
    row("p50", Spread.of(hub.p50()), Spread.of(nats.p50()), P50_BAR);
    row("p99", Spread.of(hub.p99()), Spread.of(nats.p99()), P99_BAR);
    run.report()
        .detail(
            "request/reply: %s %s; NATS core %s".formatted(run.hubName(), text(hub), text(nats)));
  }

  private void row(String part, Spread hub, Spread nats, double bar) {
    run.report()
        .row(
            Row.within(
                "durable request/reply, one at a time, " + part,
                hub.micros(),
                "NATS core, not durable " + nats.micros(),
                hub.median() / nats.median(),
                bar));
  }

  private void rounds(Pair one, Latencies first, Pair other, Latencies second) throws Exception {
    // Round 0 warms up; it is longer because one at a time compiles slowly.
    for (int round = 0; round <= run.settings().rounds(); round++) {
      int requests = run.settings().requests() * (round == 0 ? 3 : 1);
      var measured = round == 0 ? new Latencies() : first;
      var measuredToo = round == 0 ? new Latencies() : second;
      round(one, requests, measured);
      round(other, requests, measuredToo);
      run.say(
          "reqrep %s %s p50 %.0f µs, p99 %.0f µs, NATS core %.0f µs, %.0f µs",
          round == 0 ? "warm-up" : "round " + round,
          run.hubName(),
          measured.p50().getLast() / 1e3,
          measured.p99().getLast() / 1e3,
          measuredToo.p50().getLast() / 1e3,
          measuredToo.p99().getLast() / 1e3);
    }
  }

  private static void round(Pair pair, int requests, Latencies latencies) throws Exception {
    long[] nanos = new long[requests];
    for (int i = 0; i < requests; i++) {
      long start = System.nanoTime();
      pair.ask();
      nanos[i] = System.nanoTime() - start;
    }
    latencies.p50().add(Spread.percentile(nanos, 0.5));
    latencies.p99().add(Spread.percentile(nanos, 0.99));
  }

  private static String text(Latencies latencies) {
    return "p50 %s, p99 %s"
        .formatted(Spread.of(latencies.p50()).micros(), Spread.of(latencies.p99()).micros());
  }
}
