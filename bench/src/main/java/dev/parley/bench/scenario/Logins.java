package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.ws.ControlClient;
import dev.parley.bench.ws.WsConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * How fast agents come in: connection, handshake, authentication with a token of their own, and a
 * listener on their inbox. What a hub that others have left to has to do for each of them.
 */
final class Logins {
  /** Agents that come in at a time: enough to keep a hub busy. */
  private static final int ABREAST = 64;

  private static final int BUFFER_BYTES = 512;

  private final Run run;
  private final ConcurrentLinkedQueue<WsConnection> open = new ConcurrentLinkedQueue<>();

  Logins(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    int count = run.settings().idle();
    try (Target hub = run.hub("logins")) {
      List<String> tokens = createAgents(hub, count);
      try {
        comeIn(hub, tokens.subList(0, count / 2)); // Until the hub's code is compiled.
        hub.process().awaitQuiet();
        Duration cpu = hub.process().cpu();
        long start = System.nanoTime();
        comeIn(hub, tokens.subList(count / 2, count));
        double seconds = (System.nanoTime() - start) / 1e9;
        report(count - count / 2, seconds, hub.process().cpu().minus(cpu));
      } finally {
        closeAll();
      }
    }
  }

  private static List<String> createAgents(Target hub, int count) throws IOException {
    try (var client = ControlClient.open(hub.port(), hub.token())) {
      List<String> requests =
          IntStream.range(0, count)
              .mapToObj("{\"type\":\"agent.create\",\"agentId\":\"a%05d\"}"::formatted)
              .toList();
      List<String> logins = new ArrayList<>();
      for (JsonNode answer : client.callAll(requests)) {
        logins.add(
            "{\"type\":\"auth\",\"agentId\":\"%s\",\"token\":\"%s\"}"
                .formatted(
                    answer.get("agent").get("agentId").asString(), answer.get("token").asString()));
      }
      return logins;
    }
  }

  private void comeIn(Target hub, List<String> logins) throws IOException, InterruptedException {
    var next = new AtomicInteger();
    try (var abreast = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> comers = new ArrayList<>();
      for (int i = 0; i < ABREAST; i++) {
        comers.add(
            abreast.submit(
                () -> {
                  for (int n = next.getAndIncrement(); n < logins.size(); ) {
                    comeIn(hub.port(), logins.get(n));
                    n = next.getAndIncrement();
                  }
                  return null;
                }));
      }
      for (Future<?> comer : comers) {
        comer.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("an agent did not come in", e.getCause());
    }
  }

  private void comeIn(int port, String login) throws IOException {
    WsConnection connection = WsConnection.open(port, BUFFER_BYTES);
    open.add(connection);
    ask(connection, login, "auth.ok");
    ask(connection, "{\"type\":\"msg.listen\",\"ack\":\"manual\"}", "msg.listen.ok");
  }

  private static void ask(WsConnection connection, String request, String answer)
      throws IOException {
    connection.out().text(request);
    connection.flush();
    connection.awaitMessage();
    String text = connection.in().text();
    if (!text.contains(answer)) {
      throw new IOException(text + " in place of " + answer);
    }
  }

  private void report(int count, double seconds, Duration cpu) {
    run.report()
        .detail(
            "logins: %,d agents connected, authenticated and listening in %.1f s: %,.0f a second, %,.0f µs of the hub's processor time each"
                .formatted(count, seconds, count / seconds, cpu.toNanos() / 1e3 / count));
  }

  private void closeAll() throws IOException {
    for (WsConnection connection : open) {
      connection.close();
    }
  }
}
