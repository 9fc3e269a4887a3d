package dev.parley.stores.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.parley.testkit.nats.NatsServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Opens logs for a test, each as another hub would, and closes them all. */
final class Hubs implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<ClusterLog> open = new ArrayList<>();

  ClusterLog open(NatsServers servers, String name, int replicas) {
    return open(servers, name, replicas, PATIENCE);
  }

  ClusterLog open(NatsServers servers, String name, int replicas, Duration patience) {
    ClusterLog log =
        ClusterLog.open(
            new NatsSettings(servers.urls(), name, replicas, new NatsLogin.None(), patience));
    open.add(log);
    return log;
  }

  static long append(ClusterLog log, String text, long after) {
    byte[] bytes = text.getBytes(UTF_8);
    return log.append(bytes, bytes.length, after);
  }

  /** As a hub does: after what it has read, and again if it was overtaken. */
  static void appendAtTheEnd(ClusterLog log, Heard heard, String text) {
    while (true) {
      try {
        append(log, text, heard.position);
        return;
      } catch (Overtaken e) {
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> heard.position >= e.last());
      }
    }
  }

  /** One after the other, each as soon as the one before is stored. */
  static CompletableFuture<Void> appendMany(ClusterLog log, Heard heard, String text, int count) {
    return CompletableFuture.runAsync(
        () -> {
          for (int i = 0; i < count; i++) {
            appendAtTheEnd(log, heard, text + i);
          }
        },
        Thread::startVirtualThread);
  }

  @Override
  public void close() {
    open.forEach(ClusterLog::close);
  }
}
