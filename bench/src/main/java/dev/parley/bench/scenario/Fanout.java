package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.Body;
import dev.parley.bench.report.Row;
import dev.parley.bench.ws.ControlClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One message to very many inboxes: what does a further inbox cost, and is the body stored once?
 */
final class Fanout {
  private static final String DATA = "fanout";
  private static final int SMALL_MESSAGES = 50;
  private static final int SMALL_BYTES = 300;
  private static final int LARGE_MESSAGES = 20;
  private static final int LARGE_BYTES = 100_000;
  private static final double INBOX_BYTES_MAX = 100;
  private static final double BODIES_MAX = 1.5;

  private final Run run;

  Fanout(Run run) {
    this.run = run;
  }

  /** A restart between the steps turns logs into tables, so that only what is stored is counted. */
  void measure() throws IOException {
    int agents = run.settings().agents();
    try (Target hub = run.hub(DATA)) {
      createAgents(hub, agents);
    }
    long empty = settledBytes();
    double smallMillis;
    long smallLive;
    try (Target hub = run.hub(DATA)) {
      smallMillis = broadcast(hub, SMALL_MESSAGES, SMALL_BYTES, agents);
      smallLive = storeBytes() - empty;
    }
    long small = settledBytes();
    try (Target hub = run.hub(DATA)) {
      broadcast(hub, LARGE_MESSAGES, LARGE_BYTES, agents);
    }
    long large = settledBytes();
    report(small - empty, smallLive, large - small, smallMillis);
  }

  private void createAgents(Target hub, int agents) throws IOException {
    long start = System.nanoTime();
    try (var client = ControlClient.open(hub.port(), hub.token())) {
      client.callAll(
          IntStream.range(0, agents)
              .mapToObj("{\"type\":\"agent.create\",\"agentId\":\"fan-%05d\"}"::formatted)
              .toList());
    }
    run.say("fanout created %,d agents in %.1f s", agents, (System.nanoTime() - start) / 1e9);
  }

  /** Returns milliseconds a message. */
  private double broadcast(Target hub, int messages, int bytes, int agents) throws IOException {
    String request =
        "{\"type\":\"msg.broadcast\",\"from\":\"developer\",\"echo\":false,\"payload\":{\"text\":\"%s\"}}"
            .formatted(Body.text(bytes, bytes));
    long start = System.nanoTime();
    try (var client = ControlClient.open(hub.port(), hub.token())) {
      for (JsonNode answer : client.callAll(Collections.nCopies(messages, request))) {
        // Of more than 1,000 recipients only the count is told.
        JsonNode count = answer.get("deliveredCount");
        int delivered = count == null ? answer.get("deliveredTo").size() : count.asInt();
        if (delivered < agents) {
          throw new IOException("%d of %d inboxes: %s".formatted(delivered, agents, answer));
        }
      }
    }
    double millis = (System.nanoTime() - start) / 1e6 / messages;
    run.say("fanout of %d × %,d bytes: %.0f ms a message", messages, bytes, millis);
    return millis;
  }

  private long settledBytes() throws IOException {
    run.hub(DATA).close();
    return storeBytes();
  }

  private long storeBytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(run.directory().resolve(DATA))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        // A store may drop a file while it is being looked at; such a one has no length.
        bytes += file.toFile().length();
      }
    }
    return bytes;
  }

  private void report(long small, long smallLive, long large, double millis) {
    int agents = run.settings().agents();
    double inboxBytes = (small - (double) SMALL_MESSAGES * SMALL_BYTES) / SMALL_MESSAGES / agents;
    double bodies = ((double) large / LARGE_MESSAGES - inboxBytes * agents) / LARGE_BYTES;
    run.report()
        .row(
            Row.atMost(
                "one message to %,d inboxes, store a further inbox".formatted(agents),
                "%.1f bytes".formatted(inboxBytes),
                inboxBytes,
                INBOX_BYTES_MAX,
                "bytes"));
    run.report()
        .row(
            Row.atMost(
                "one message of %,d bytes to %,d inboxes".formatted(LARGE_BYTES, agents),
                "body stored %.2f times".formatted(bodies),
                bodies,
                BODIES_MAX,
                "times"));
    run.report()
        .detail(
            "fan-out: %.0f ms a message to %,d inboxes; before a restart settles the logs the store grew %.1f bytes an inbox"
                .formatted(millis, agents, (double) smallLive / SMALL_MESSAGES / agents));
  }
}
