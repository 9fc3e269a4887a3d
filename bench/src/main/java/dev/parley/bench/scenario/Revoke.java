package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.report.Row;
import dev.parley.bench.report.Spread;
import dev.parley.bench.ws.ControlClient;
import dev.parley.bench.ws.WsConnection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An agent is connected to one hub of a cluster; its token is replaced at the other. How long until
 * the first hub has closed its socket, from the moment the second was asked?
 */
final class Revoke {
  private static final double BAR_MILLIS = 1_000;

  /** A socket that is still open then is counted as one that stays open. */
  private static final long PATIENCE_SECONDS = 10;

  private static final int COUNT_MAX = 100;
  private static final int WARM_UPS = 10;
  private static final int BUFFER_BYTES = 1 << 13;

  private final Run run;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  Revoke(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    try {
      Target nats = Target.nats(run.directory().resolve("revoke-nats"));
      opened.push(nats);
      Target here = hub("revoke-hub-1", nats);
      Target there = hub("revoke-hub-2", nats);
      ControlClient revoking = ControlClient.open(here.port(), here.token());
      opened.push(revoking);
      int count = Math.min(run.settings().requests(), COUNT_MAX);
      long[] nanos = new long[count];
      int stayed = 0;
      for (int i = -WARM_UPS; i < count; i++) {
        long taken = revoke(revoking, there, "revoked-" + (i + WARM_UPS));
        if (i >= 0) {
          nanos[i] = taken;
          stayed += taken >= TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS) ? 1 : 0;
        } else if (taken >= TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
          report(new long[] {taken}, 1); // It would be so each time.
          return;
        }
      }
      report(nanos, stayed);
    } finally {
      while (!opened.isEmpty()) {
        opened.pop().close();
      }
    }
  }

  private Target hub(String name, Target nats) throws IOException {
    String url = "nats://127.0.0.1:" + nats.port();
    Target hub = run.hub(name, "--store", "nats", "--nats", url, "--set", "nats.replicas=1");
    opened.push(hub);
    return hub;
  }

  private static long revoke(ControlClient revoking, Target there, String agent) throws Exception {
    String token =
        revoking
            .call("{\"type\":\"agent.create\",\"agentId\":\"%s\"}".formatted(agent))
            .get("token")
            .asString();
    try (WsConnection connection = connect(there, agent, token)) {
      var closed = new CompletableFuture<Long>();
      Thread.ofVirtual().name("revoked").start(() -> awaitClose(connection, closed));
      long start = System.nanoTime();
      revoking.call("{\"type\":\"agent.token\",\"agentId\":\"%s\"}".formatted(agent));
      return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS) - start;
    } catch (TimeoutException e) {
      return TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    } catch (ExecutionException e) {
      throw new IOException("no socket to wait for", e);
    }
  }

  /** The other hub may hear of the agent a moment later: until then it refuses the token. */
  private static WsConnection connect(Target hub, String agent, String token) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      WsConnection connection = WsConnection.open(hub.port(), BUFFER_BYTES);
      try {
        connection
            .out()
            .text(
                "{\"type\":\"auth\",\"agentId\":\"%s\",\"token\":\"%s\"}".formatted(agent, token));
        connection.flush();
        connection.awaitMessage();
        if (connection.in().text().contains("\"auth.ok\"")) {
          return connection;
        }
      } catch (IOException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
      }
      connection.close();
      if (System.nanoTime() > deadline) {
        throw new IOException("the other hub does not know '" + agent + "'");
      }
    }
  }

  private static void awaitClose(WsConnection connection, CompletableFuture<Long> closed) {
    try {
      while (true) {
        connection.awaitMessage();
      }
    } catch (IOException e) {
      closed.complete(System.nanoTime());
    }
  }

  private void report(long[] nanos, int stayed) {
    double most = Spread.percentile(nanos, 1) / 1e6;
    run.report()
        .row(
            Row.atMost(
                "a token revoked at one hub closes the agent's socket at another, longest",
                "%.1f ms".formatted(most),
                most,
                BAR_MILLIS,
                "ms"));
    run.report()
        .detail(
            "revoke: %d tokens, two hubs on one NATS server: p50 %.1f ms, p99 %.1f ms, most %.1f ms; %d sockets stayed open"
                .formatted(
                    nanos.length,
                    Spread.percentile(nanos, 0.5) / 1e6,
                    Spread.percentile(nanos, 0.99) / 1e6,
                    most,
                    stayed));
  }
}
