package dev.parley.agents.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What two hubs are told at the same moment is remembered once. */
@Timeout(180)
class MemoriesOnTwoHubsTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final int TIMES = 30;

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

  /** One hub. */
  private record Node(NatsStore store, Broker broker, KeptMemories memories)
      implements AutoCloseable {
    @Override
    public void close() {
      memories.close();
      broker.close();
      store.close();
    }

    CompletableFuture<Memories.Stored> storing(String text) {
      return CompletableFuture.supplyAsync(
          () -> memories.store(ADA, Layer.TACIT, null, text), Thread::startVirtualThread);
    }

    int count() {
      broker.caughtUp().join();
      return memories.list(ADA, null, 1_000).size();
    }
  }

  private Node node(String name) {
    ClusterLog log =
        ClusterLog.open(
            new NatsSettings(
                server.urls(), "memories", 1, new NatsLogin.None(), Duration.ofSeconds(20)));
    NatsStore store =
        NatsStore.open(
            log,
            directory.resolve(name),
            folder -> RocksStore.open(folder, RocksConfig.DEFAULT.unsynced(), log.hiddenNumbers()),
            SnapshotPlan.DEFAULT);
    Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    return new Node(
        store, broker, KeptMemories.open(broker, MemoryIndex.NONE, MemoryLimits.DEFAULT));
  }

  @Test
  void theSameWordsAreOneMemory() {
    try (Node here = node("here");
        Node there = node("there")) {
      here.broker.participants().createAgent(ADA, null, null, null, null).join();
      there.broker.caughtUp().join();
      for (int i = 0; i < TIMES; i++) {
        var one = here.storing("Fact number " + i + ".");
        var other = there.storing("fact  number " + i);
        assertThat(one.join().isNew() ^ other.join().isNew()).as("fact %d", i).isTrue();
        assertThat(one.join().memory().id()).isEqualTo(other.join().memory().id());
      }
      await().atMost(Duration.ofSeconds(30)).until(() -> here.count() == TIMES);
      assertThat(there.count()).isEqualTo(TIMES);
      // What is forgotten is not found again by its words.
      Memory first = here.memories.list(ADA, null, 1).getFirst();
      assertThat(here.memories.forget(ADA, first.id())).isTrue();
      there.broker.caughtUp().join();
      assertThat(there.storing(first.text()).join().isNew()).isTrue();
      assertThat(there.count()).isEqualTo(TIMES);
    }
  }
}
