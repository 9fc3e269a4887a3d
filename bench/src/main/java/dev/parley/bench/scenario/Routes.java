package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * How soon a subscription made at one hub routes at another: from the answer to {@code msg.sub.add}
 * at the first until a message that fits it, sent at the second, is answered as routed there. One
 * that was not routed is sent again, which counts.
 */
final class Routes {
  private static final int SERVERS = 3;
  private static final double BAR_MILLIS = 100;

  private final Run run;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private int tooEarly;

  Routes(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    try {
      List<Target> servers = Target.natsCluster(run.directory().resolve("routes-nats"), SERVERS);
      servers.forEach(opened::push);
      String urls =
          String.join(
              ",", servers.stream().map(server -> "nats://127.0.0.1:" + server.port()).toList());
      ControlClient first = hub("routes-hub-1", urls);
      ControlClient second = hub("routes-hub-2", urls);
      first.call("{\"type\":\"agent.create\",\"agentId\":\"subscriber\"}");
      int count = run.settings().requests();
      times(first, second, 0, count / 2); // Until the hubs' code is compiled.
      report(times(first, second, count / 2, count));
    } finally {
      while (!opened.isEmpty()) {
        opened.pop().close();
      }
    }
  }

  private ControlClient hub(String name, String servers) throws IOException {
    Target hub = run.hub(name, "--store", "nats", "--nats", servers);
    opened.push(hub);
    ControlClient client = ControlClient.open(hub.port(), hub.token());
    opened.push(client);
    return client;
  }

  private long[] times(ControlClient first, ControlClient second, int number, int count)
      throws IOException {
    long[] nanos = new long[count];
    tooEarly = 0;
    for (int i = 0; i < count; i++) {
      String place = "routes/" + (number + i);
      first.call(
          "{\"type\":\"msg.sub.add\",\"agentId\":\"subscriber\",\"pattern\":\"%s/*\"}"
              .formatted(place));
      long start = System.nanoTime();
      while (!isRouted(second, place + "/x")) {
        tooEarly++;
      }
      nanos[i] = System.nanoTime() - start;
      first.call(
          "{\"type\":\"msg.sub.remove\",\"agentId\":\"subscriber\",\"pattern\":\"%s/*\"}"
              .formatted(place));
    }
    return nanos;
  }

  private static boolean isRouted(ControlClient client, String path) throws IOException {
    JsonNode answer =
        client.call(
            "{\"type\":\"msg.route\",\"from\":\"sender\",\"path\":\"%s\",\"echo\":false,\"content\":\"x\"}"
                .formatted(path));
    return answer.get("delivered").asBoolean();
  }

  private void report(long[] nanos) {
    double p50 = Spread.percentile(nanos, 0.5) / 1e6;
    double p99 = Spread.percentile(nanos, 0.99) / 1e6;
    double most = Spread.percentile(nanos, 1) / 1e6;
    run.report()
        .row(
            Row.atMost(
                "a subscription made at one hub routes at another, p99",
                "%.1f ms".formatted(p99),
                p99,
                BAR_MILLIS,
                "ms"));
    run.report()
        .detail(
            "routes: %,d subscriptions, two hubs, three NATS servers: p50 %.1f ms, p99 %.1f ms, most %.1f ms; %d messages came too early"
                .formatted(nanos.length, p50, p99, most, tooEarly));
  }
}
