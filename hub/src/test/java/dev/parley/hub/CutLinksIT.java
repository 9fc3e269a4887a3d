package dev.parley.hub;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.parley.stores.nats.Cluster;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.NatsSettings;
import dev.parley.testkit.nats.NatsServers;
import dev.parley.testkit.net.Machine;
import dev.parley.testkit.net.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three NATS servers and two hubs, each on a machine of its own, whose cables are cut and mended
 * while messages flow: packets vanish without a word, connections stay open. The leader of the log,
 * a follower and a hub take turns in an order of the seed's. {@code -Dparley.cuts=60} and {@code
 * -Dparley.seed=7} make it longer and different, {@code -Dparley.victims=LEADER} narrower.
 */
class CutLinksIT {
  private static final int CUTS = Integer.getInteger("parley.cuts", 3);
  private static final long SEED = Long.getLong("parley.seed", 42);
  private static final String VICTIMS = System.getProperty("parley.victims", "LEADER,FOLLOWER,HUB");
  private static final int SERVERS = 3;
  private static final int HUBS = 2;

  private enum Victim {
    LEADER,
    FOLLOWER,
    HUB
  }

  private final Random random = new Random(SEED);
  private final AtomicReferenceArray<HubProcess> hubs = new AtomicReferenceArray<>(HUBS);
  private final List<Victim> turns = new ArrayList<>();

  @TempDir Path directory;

  @Test
  void nothingAcceptedIsMissingNothingAcknowledgedComesTwiceAndOrderHolds() throws Exception {
    try (Network network = network();
        NatsServers servers = servers(network)) {
      for (int i = 0; i < HUBS; i++) {
        hubs.set(i, start(network.machine(SERVERS + i), i, servers));
      }
      for (int i = 0; i < HUBS; i++) {
        hubs.get(i).webSocket(); // it serves
      }
      try (ClusterLoad load = new ClusterLoad(hubs, random.nextLong())) {
        for (int turn = 0; turn < CUTS; turn++) {
          awaitProgress(load, servers);
          cutForAWhile(turn, network, servers, load);
        }
        awaitProgress(load, servers);
        load.finish();
      } catch (Throwable e) {
        for (int i = 0; i < HUBS; i++) {
          System.out.println("hub " + i + ":\n" + hubs.get(i).output());
        }
        throw e;
      }
    } finally {
      for (int i = 0; i < HUBS; i++) {
        if (hubs.get(i) != null) {
          hubs.get(i).close();
        }
      }
    }
  }

  private static Network network() {
    try {
      return Network.of(SERVERS + HUBS);
    } catch (Network.Impossible e) {
      return abort(e.getMessage());
    }
  }

  private NatsServers servers(Network network) {
    return NatsServers.cluster(
        directory.resolve("nats"), IntStream.range(0, SERVERS).mapToObj(network::machine).toList());
  }

  private HubProcess start(Machine machine, int i, NatsServers servers) throws Exception {
    return HubProcess.start(
        machine::running,
        directory.resolve("hub" + i),
        "--host",
        machine.addressForTheTest(),
        "--store",
        "nats",
        "--nats",
        String.join(",", servers.urls()));
  }

  /**
   * Servers of 2.9 may come out of a cut with a leader that takes messages and neither stores nor
   * answers them, which no hub can mend. Then that server is restarted, as its owner would, and
   * what counts here is that nothing is lost by it.
   */
  private static void awaitProgress(ClusterLoad load, NatsServers servers) {
    try {
      load.awaitProgress(Duration.ofSeconds(60));
    } catch (ConditionTimeoutException e) {
      Cluster cluster = cluster(servers);
      if (!cluster.serverVersion().startsWith("2.9.")) {
        throw e;
      }
      System.out.printf("%s answers nobody and is restarted: %s%n", cluster.leader(), e);
      servers.named(cluster.leader()).restart();
      load.awaitProgress();
    }
  }

  private void cutForAWhile(int turn, Network network, NatsServers servers, ClusterLoad load)
      throws Exception {
    if (turns.isEmpty()) {
      Stream.of(VICTIMS.split(",")).map(Victim::valueOf).forEach(turns::add);
      Collections.shuffle(turns, random);
    }
    Victim victim = turns.removeFirst();
    Machine machine = machine(victim, network, servers);
    // Longer and shorter than what it takes until silence is noticed.
    long millis = 1_000L + random.nextInt(7_000);
    int before = load.accepted();
    machine.cut();
    try {
      Thread.sleep(millis);
    } finally {
      machine.heal();
    }
    System.out.printf(
        "cut %d: %s (%s) for %d ms; %d accepted meanwhile%n",
        turn, victim, machine.name(), millis, load.accepted() - before);
  }

  private Machine machine(Victim victim, Network network, NatsServers servers) {
    return switch (victim) {
      case HUB -> network.machine(SERVERS + random.nextInt(HUBS));
      case LEADER -> network.machine(number(cluster(servers).leader()));
      case FOLLOWER ->
          network.machine(number(cluster(servers).followers().get(random.nextInt(2)).name()));
    };
  }

  /** Servers are called n0, n1, n2. */
  private static int number(String server) {
    return Integer.parseInt(server.substring(1));
  }

  /** Once the servers agree who leads. */
  private static Cluster cluster(NatsServers servers) {
    try (ClusterLog log = ClusterLog.open(NatsSettings.of(servers.urlsForTheTest()))) {
      return await()
          .atMost(Duration.ofSeconds(30))
          .until(
              log::cluster,
              cluster -> !cluster.leader().isEmpty() && cluster.followers().size() == SERVERS - 1);
    }
  }
}
