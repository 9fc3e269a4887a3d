package dev.parley.stores.nats;

import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.nats.NatsServers;
import dev.parley.testkit.net.LateLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A NATS server for all tests of this JVM, and a cluster of hubs of its own for each test. */
final class TestCluster {
  private static final NatsServers SERVER = started();
  private static final AtomicInteger CLUSTERS = new AtomicInteger();

  private final String name = "test-" + CLUSTERS.incrementAndGet();

  private static NatsServers started() {
    try {
      Path folder = Files.createTempDirectory("parley-nats");
      NatsServers server = NatsServers.alone(folder);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    server.close();
                    ClusterView.delete(folder);
                  }));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  NatsStore store(Path view) {
    return store(view, SnapshotPlan.DEFAULT);
  }

  NatsStore store(Path view, SnapshotPlan plan) {
    return NatsStore.open(log(), view, TestCluster::engine, plan);
  }

  /** A way to the server on which its answers come late. */
  LateLine lateLine(Duration late) {
    return LateLine.to(URI.create(SERVER.urls().getFirst()).getPort(), late);
  }

  NatsStore store(Path view, LateLine line) {
    List<String> urls = List.of("nats://127.0.0.1:" + line.port());
    return NatsStore.open(
        ClusterLog.open(settings(urls, name, 1)), view, TestCluster::engine, SnapshotPlan.DEFAULT);
  }

  ClusterLog log() {
    return ClusterLog.open(settings(SERVER.urls(), name, 1));
  }

  static NatsSettings settings(List<String> urls, String name, int replicas) {
    return new NatsSettings(urls, name, replicas, new NatsLogin.None(), Duration.ofSeconds(20));
  }

  static RocksStore engine(Path directory) {
    return RocksStore.open(directory, RocksConfig.DEFAULT.unsynced());
  }
}
