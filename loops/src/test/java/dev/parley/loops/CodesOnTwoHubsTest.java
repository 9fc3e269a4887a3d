package dev.parley.loops;

import static dev.parley.loops.LoopHub.OWNER;
import static dev.parley.loops.LoopHub.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.time.SystemTime;
import dev.parley.identity.authority.Accounts;
import dev.parley.identity.authority.ConnectCodes;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.NatsLogin;
import dev.parley.stores.nats.NatsSettings;
import dev.parley.stores.nats.NatsStore;
import dev.parley.stores.nats.SnapshotPlan;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.nats.NatsServers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection code lets one bot in, at however many hubs it is tried. */
class CodesOnTwoHubsTest {
  private static final int ROUNDS = 20;

  @TempDir Path directory;

  private final SystemTime time = new SystemTime();
  private NatsServers server;
  private LoopHub here;
  private LoopHub there;

  @BeforeEach
  void start() throws IOException {
    server = NatsServers.alone(directory.resolve("nats"));
    here = hub("here");
    there = hub("there");
  }

  private LoopHub hub(String name) {
    ClusterLog log =
        ClusterLog.open(
            new NatsSettings(
                server.urls(), "codes", 1, new NatsLogin.None(), Duration.ofSeconds(20)));
    NatsStore store =
        NatsStore.open(
            log,
            directory.resolve(name),
            folder -> RocksStore.open(folder, RocksConfig.DEFAULT.unsynced(), log.hiddenNumbers()),
            SnapshotPlan.DEFAULT);
    return new LoopHub(store, time, LoopLimits.DEFAULT);
  }

  @AfterEach
  void stop() {
    here.close();
    there.close();
    server.close();
    time.close();
  }

  private static ConnectCodes codes(LoopHub hub) {
    return new ConnectCodes(hub.broker, hub.identity.accounts(), hub.identity.audit());
  }

  private static CompletableFuture<Boolean> redeemed(ConnectCodes codes, String code, AgentId bot) {
    CompletableFuture<Accounts.Issued> issued = codes.redeem(code, bot, null, null, "192.0.2.1");
    return issued.handle((_, failure) -> failure == null);
  }

  @Test
  void ofTwoHubsThatRedeemACodeAtOnceOneLetsABotIn() {
    for (int round = 0; round < ROUNDS; round++) {
      // New ones each time, which have counted no wrong codes yet.
      ConnectCodes first = codes(here);
      ConnectCodes second = codes(there);
      String code = done(first.make(OWNER)).code();
      done(there.broker.caughtUp());
      AgentId one = new AgentId(UUID.randomUUID().toString());
      AgentId other = new AgentId(UUID.randomUUID().toString());

      CompletableFuture<Boolean> atOne = redeemed(first, code, one);
      CompletableFuture<Boolean> atOther = redeemed(second, code, other);

      assertThat(Stream.of(done(atOne), done(atOther))).containsExactlyInAnyOrder(true, false);
      done(here.broker.caughtUp());
      done(there.broker.caughtUp());
      for (LoopHub hub : new LoopHub[] {here, there}) {
        assertThat(
                Stream.of(one, other)
                    .filter(bot -> hub.broker.participants().agent(bot).isPresent()))
            .hasSize(1);
      }
    }
  }
}
