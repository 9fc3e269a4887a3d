package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.Body;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * How soon the sender of a broadcast to very many agents has its receipt, beside the sender of a
 * direct message. They are sent in turn, each after the hub has done with the one before. A few of
 * the agents are connected and listen.
 */
final class Broadcast {
  /** A receipt "as soon as" the other's: twice is within what the machine's minutes differ by. */
  private static final double BAR = 2;

  private static final int CONNECTED = 16;
  private static final int BODY_BYTES = 300;
  private static final int WARM_UPS = 3;

  /** A broadcast writes a copy for each agent, which takes a while: so many in all. */
  private static final int COPIES_MAX = 3_000_000;

  private final Run run;
  private final List<ControlClient> listeners = new ArrayList<>();

  Broadcast(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    int agents = run.settings().listeners();
    int count = Math.min(Math.max(10, COPIES_MAX / agents), run.settings().requests());
    try (Target hub = run.hub("broadcast");
        var sender = ControlClient.open(hub.port(), hub.token())) {
      createAgents(sender, agents);
      listen(hub, agents);
      String text = Body.text(1, BODY_BYTES);
      String direct =
          "{\"type\":\"msg.send\",\"from\":\"developer\",\"to\":\"ear-000000\",\"echo\":false,\"content\":\"%s\"}"
              .formatted(text);
      String toAll =
          "{\"type\":\"msg.broadcast\",\"from\":\"developer\",\"echo\":false,\"content\":\"%s\"}"
              .formatted(text);
      checkReach(sender.call(toAll), agents);
      long[] directNanos = new long[count];
      long[] broadcastNanos = new long[count];
      for (int i = -WARM_UPS; i < count; i++) {
        long one = time(hub, sender, direct);
        long all = time(hub, sender, toAll);
        if (i >= 0) {
          directNanos[i] = one;
          broadcastNanos[i] = all;
        }
      }
      report(agents, directNanos, broadcastNanos);
    } finally {
      for (ControlClient listener : listeners) {
        listener.close();
      }
    }
  }

  private void createAgents(ControlClient client, int agents) throws IOException {
    long start = System.nanoTime();
    client.callAll(
        IntStream.range(0, agents)
            .mapToObj("{\"type\":\"agent.create\",\"agentId\":\"ear-%06d\"}"::formatted)
            .toList());
    run.say("broadcast: created %,d agents in %.1f s", agents, (System.nanoTime() - start) / 1e9);
  }

  private void listen(Target hub, int agents) throws IOException {
    for (int i = 0; i < Math.min(CONNECTED, agents); i++) {
      ControlClient listener = ControlClient.open(hub.port(), hub.token());
      listeners.add(listener);
      listener.call(
          "{\"type\":\"msg.listen\",\"agentId\":\"ear-%06d\",\"ack\":\"auto\"}".formatted(i));
      Thread.ofVirtual().name("broadcast-listener").start(() -> drain(listener));
    }
  }

  private static void drain(ControlClient listener) {
    try {
      while (true) {
        listener.connection().awaitMessage();
      }
    } catch (IOException e) {
      // The connection was closed: the run is over.
    }
  }

  private static void checkReach(JsonNode answer, int agents) throws IOException {
    JsonNode count = answer.get("deliveredCount");
    int delivered = count == null ? answer.get("deliveredTo").size() : count.asInt();
    if (delivered < agents) {
      throw new IOException("%d of %d inboxes: %s".formatted(delivered, agents, answer));
    }
  }

  /** The time to the receipt, once the hub is idle. */
  private static long time(Target hub, ControlClient sender, String request)
      throws IOException, InterruptedException {
    hub.process().awaitIdle();
    long start = System.nanoTime();
    sender.exchange(request);
    return System.nanoTime() - start;
  }

  private void report(int agents, long[] direct, long[] broadcast) {
    double one = Spread.percentile(direct, 0.5);
    double all = Spread.percentile(broadcast, 0.5);
    run.report()
        .row(
            Row.within(
                "receipt of a broadcast to %,d agents, p50".formatted(agents),
                micros(all),
                "of a direct message " + micros(one),
                all / one,
                BAR));
    run.report()
        .detail(
            "receipts: direct p50 %s, p99 %s; broadcast p50 %s, p99 %s; %d of each, %d agents connected"
                .formatted(
                    micros(one),
                    micros(Spread.percentile(direct, 0.99)),
                    micros(all),
                    micros(Spread.percentile(broadcast, 0.99)),
                    direct.length,
                    listeners.size()));
  }

  private static String micros(double nanos) {
    return "%,.0f µs".formatted(nanos / 1e3);
  }
}
