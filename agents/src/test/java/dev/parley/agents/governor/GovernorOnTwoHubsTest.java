package dev.parley.agents.governor;

import static dev.parley.agents.governor.GovernorHub.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.NatsLogin;
import dev.parley.stores.nats.NatsSettings;
import dev.parley.stores.nats.NatsStore;
import dev.parley.stores.nats.SnapshotPlan;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.nats.NatsServers;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that are at different hubs are stopped like those at one. */
@Timeout(180)
class GovernorOnTwoHubsTest {
  @TempDir Path directory;
  private final ManualTime time = new ManualTime(System.currentTimeMillis());
  private NatsServers server;

  @BeforeEach
  void start() throws IOException {
    server = NatsServers.alone(directory.resolve("nats"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private GovernorHub hub(String name) {
    ClusterLog log =
        ClusterLog.open(
            new NatsSettings(
                server.urls(), "governor", 1, new NatsLogin.None(), Duration.ofSeconds(20)));
    NatsStore store =
        NatsStore.open(
            log,
            directory.resolve(name),
            folder -> RocksStore.open(folder, RocksConfig.DEFAULT.unsynced(), log.hiddenNumbers()),
            SnapshotPlan.DEFAULT);
    return new GovernorHub(store, time, GovernorConfig.DEFAULT, Map.of());
  }

  private static int loop(GovernorHub here, GovernorHub there, boolean caused, int max) {
    MessageId last = null;
    for (int i = 0; i < max; i++) {
      boolean adas = i % 2 == 0;
      GovernorHub at = adas ? here : there;
      done(at.broker.caughtUp());
      try {
        last = at.send(adas ? "ada" : "bob", adas ? "bob" : "ada", caused ? last : null);
      } catch (Refused refused) {
        assertThat(refused.code()).isEqualTo(ErrorCode.LOOP_DETECTED);
        return i;
      }
    }
    return max;
  }

  @Test
  void aChainIsStoppedAndOnePersonToldOnceAndItsLeaveHoldsEverywhere() {
    try (GovernorHub here = hub("here");
        GovernorHub there = hub("there")) {
      here.having("ada", "bob");
      done(there.broker.caughtUp());
      assertThat(loop(here, there, true, 100)).isEqualTo(14);
      here.cards(1);
      done(there.broker.caughtUp());
      assertThat(here.cards()).hasSize(1);
      assertThat(there.governor.stops(GovernorHub.OWNER)).hasSize(1);
      String id = there.governor.stops(GovernorHub.OWNER).getFirst().id();
      assertThat(done(there.governor.allow(GovernorHub.OWNER, id)).allowed()).isTrue();
      done(here.broker.caughtUp());
      assertThat(here.governor.stops(GovernorHub.OWNER).getFirst().allowed()).isTrue();
    }
  }

  @Test
  void whatHasNoCauseIsCountedAcrossHubs() {
    try (GovernorHub here = hub("here");
        GovernorHub there = hub("there")) {
      here.having("ada", "bob");
      done(there.broker.caughtUp());
      assertThat(loop(here, there, false, 1_000))
          .isEqualTo(GovernorConfig.DEFAULT.alternationsMax() + 1);
      here.cards(1);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> there.governor.stops(GovernorHub.OWNER).size() == 1);
      assertThat(loop(there, here, false, 10)).isZero();
    }
  }
}
