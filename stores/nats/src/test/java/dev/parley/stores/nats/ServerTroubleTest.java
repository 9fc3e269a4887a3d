package dev.parley.stores.nats;

import static dev.parley.stores.nats.Hubs.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.store.StoreException;
import dev.parley.core.time.SystemTime;
import dev.parley.testkit.nats.NatsServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One server that is paused, killed and started again. */
class ServerTroubleTest {
  @TempDir Path folder;

  private final Hubs hubs = new Hubs();
  private NatsServers servers;

  @BeforeEach
  void start() {
    servers = NatsServers.alone(folder);
  }

  @AfterEach
  void stop() {
    hubs.close();
    servers.close();
  }

  @Test
  void anAnswerThatComesTooLateDoesNotDoubleTheEntry() {
    // Tries last a fifth of the patience, so the second is under way when the follower has given
    // up after three seconds without a heartbeat.
    ClusterLog log = hubs.open(servers, "parley", 1, Duration.ofSeconds(10));
    var heard = new Heard();
    log.follow(0, heard);
    long first = append(log, "before", 0);
    await().until(() -> heard.position == first);

    servers.get(0).pause();
    CompletableFuture<Long> appended =
        CompletableFuture.supplyAsync(() -> append(log, "once", first), Thread::startVirtualThread);
    await().atMost(Hubs.PATIENCE).until(() -> heard.connections.contains(false));
    assertThat(appended).isNotDone();
    servers.get(0).resume();

    assertThat(appended.join()).isEqualTo(first + 1);
    long last = append(log, "after", first + 1);
    await()
        .atMost(Hubs.PATIENCE)
        .untilAsserted(() -> assertThat(heard.texts()).containsExactly("before", "once", "after"));
    assertThat(log.extent().last()).isEqualTo(last);
  }

  @Test
  void followingGoesOnAfterTheServerWasKilledAndNothingComesTwice() {
    ClusterLog log = hubs.open(servers, "parley", 1);
    var heard = new Heard();
    log.follow(0, heard);
    long one = append(log, "one", 0);
    await().until(() -> heard.position == one);

    servers.get(0).kill();
    await().atMost(Hubs.PATIENCE).until(() -> heard.connections.contains(false));
    CompletableFuture<Long> appended =
        CompletableFuture.supplyAsync(() -> append(log, "two", one), Thread::startVirtualThread);
    servers.get(0).restart();

    assertThat(appended.join()).isEqualTo(one + 1);
    await()
        .atMost(Hubs.PATIENCE)
        .untilAsserted(() -> assertThat(heard.texts()).containsExactly("one", "two"));
    assertThat(heard.connections).containsExactly(true, false, true);
  }

  @Test
  void anAppendGivesUpWhenItsPatienceIsOverAndSaysThatItMayHaveBeenStored() {
    ClusterLog hasty = hubs.open(servers, "parley", 1, Duration.ofMillis(500));
    servers.get(0).kill();

    assertThatThrownBy(() -> append(hasty, "lost", 0))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(Overtaken.class)
        .hasMessageContaining("may have been stored");
  }

  @Test
  void aHubIsNotReadyWhileItsServersAreGoneAlsoIfNobodyWrites() {
    try (var time = new SystemTime();
        var store =
            NatsStore.open(
                ClusterLog.open(TestCluster.settings(servers.urls(), "parley", 1)),
                folder.resolve("view"),
                TestCluster::engine,
                SnapshotPlan.NEVER);
        var broker = new Broker(store, time, BrokerConfig.DEFAULT).start()) {
      await().atMost(Hubs.PATIENCE).until(broker::isReady);

      servers.get(0).kill();
      await().atMost(Hubs.PATIENCE).until(() -> !broker.isReady());

      servers.get(0).restart();
      await().atMost(Hubs.PATIENCE).until(broker::isReady);
    }
  }
}
