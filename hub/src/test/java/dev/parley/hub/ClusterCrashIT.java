package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.testkit.nats.NatsServer;
import dev.parley.testkit.nats.NatsServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private static final List<String> INBOXES = List.of("ada", "bob", "cid", "dot");
  private static final int CRASHES = Integer.getInteger("parley.clusterCrashes", 4);
  private static final long SEED = Long.getLong("parley.seed", 42);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final AtomicReferenceArray<HubProcess> hubs = new AtomicReferenceArray<>(3);

  @TempDir Path directory;

  @Test
  void nothingAcceptedIsMissingNothingAcknowledgedComesTwiceAndOrderHolds() throws Exception {
    Random random = new Random(SEED);
    List<ClusterAgent> agents = new ArrayList<>();
    try (NatsServers servers = NatsServers.cluster(directory.resolve("nats"))) {
      for (int i = 0; i < 3; i++) {
        start(i, servers);
      }
      register();
      for (String inbox : INBOXES) {
        agents.add(new ClusterAgent(inbox, hubs, random.nextLong()));
      }
      agents.forEach(ClusterAgent::start);
      for (int crash = 0; crash < CRASHES; crash++) {
        awaitProgress(agents);
        crash(crash, random, servers);
      }
      awaitProgress(agents);
      agents.forEach(ClusterAgent::stopSending);
      for (ClusterAgent agent : agents) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(agent.missing()).as(agent.name()).isEmpty());
      }
      for (ClusterAgent agent : agents) {
        agent.close();
        assertThat(agent.violations()).as("seed %d", SEED).isEmpty();
      }
    } finally {
      agents.forEach(ClusterAgent::close);
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
            String.join(",", servers.urls()));
    hub.webSocket(); // it serves
    hubs.set(i, hub);
  }

  private void register() throws Exception {
    HubProcess hub = hubs.get(0);
    try (RawConnection owner = new RawConnection(hub.webSocket(), hub.ownerToken(), _ -> {})) {
      for (String inbox : INBOXES) {
        owner.ask("agent.create", request -> request.put("agentId", inbox));
      }
    }
  }

  /** Everybody gets some messages through, whatever has just happened. */
  private static void awaitProgress(List<ClusterAgent> agents) {
    for (ClusterAgent agent : agents) {
      int goal = agent.accepted() + 100;
      await().atMost(PATIENCE).until(() -> agent.accepted() >= goal);
    }
  }

  private void crash(int turn, Random random, NatsServers servers) throws Exception {
    int victim = random.nextInt(3);
    NatsServer server = servers.get(victim);
    switch (turn % 3) {
      case 0 -> {
        hubs.get(victim).kill();
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
