package dev.parley.hub;

import dev.parley.hub.config.DataDirectory;
import dev.parley.testkit.nats.NatsServer;
import dev.parley.testkit.nats.NatsServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three hubs on three NATS servers, any of which is killed with {@code kill -9} or stands still
 * while messages flow. {@code -Dparley.clusterCrashes=30} and {@code -Dparley.seed=7} make it
 * longer and different.
 */
class ClusterCrashIT {
  private static final int CRASHES = Integer.getInteger("parley.clusterCrashes", 4);
  private static final long SEED = Long.getLong("parley.seed", 42);

  private final AtomicReferenceArray<HubProcess> hubs = new AtomicReferenceArray<>(3);

  @TempDir Path directory;

  @Test
  void nothingAcceptedIsMissingNothingAcknowledgedComesTwiceAndOrderHolds() throws Exception {
    Random random = new Random(SEED);
    try (NatsServers servers = NatsServers.cluster(directory.resolve("nats"))) {
      for (int i = 0; i < 3; i++) {
        start(i, servers);
      }
      try (ClusterLoad load = new ClusterLoad(hubs, random.nextLong())) {
        for (int crash = 0; crash < CRASHES; crash++) {
          load.awaitProgress();
          crash(crash, random, servers);
        }
        load.awaitProgress();
        load.finish();
      }
    } finally {
      for (int i = 0; i < 3; i++) {
        if (hubs.get(i) != null) {
          hubs.get(i).close();
        }
      }
    }
  }

  private void start(int i, NatsServers servers) throws Exception {
    HubProcess hub =
        HubProcess.start(
            directory.resolve("hub" + i),
            "--store",
            "nats",
            "--nats",
            String.join(",", servers.urls()),
            // So that the log is cut short under way.
            "--set",
            "nats.snapshotMb=1");
    hub.webSocket(); // it serves
    hubs.set(i, hub);
  }

  private void crash(int turn, Random random, NatsServers servers) throws Exception {
    int victim = random.nextInt(3);
    NatsServer server = servers.get(victim);
    switch (turn % 3) {
      case 0 -> {
        hubs.get(victim).kill();
        if (random.nextBoolean()) {
          // As if its machine were lost, and another had taken its place.
          Path view = directory.resolve("hub" + victim, DataDirectory.CLUSTER_VIEW);
          Files.move(view, directory.resolve("lost" + turn));
        }
        start(victim, servers);
      }
      case 1 -> {
        server.kill();
        server.restart();
      }
      default -> {
        // As when its link is cut: it says nothing and hears nothing, and then everything at once.
        server.pause();
        Thread.sleep(6_000);
        server.resume();
      }
    }
  }
}
