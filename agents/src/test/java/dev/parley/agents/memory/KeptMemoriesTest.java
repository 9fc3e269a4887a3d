package dev.parley.agents.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.store.MessageStore;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rules of remembering, without an index. */
@Timeout(60)
class KeptMemoriesTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");

  @TempDir Path directory;
  private final ManualTime time =
      new ManualTime(Instant.parse("2026-05-01T10:00:00Z").toEpochMilli());
  private MessageStore store;
  private Broker broker;
  private KeptMemories memories;

  @BeforeEach
  void start() {
    store = RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced());
    broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    for (AgentId agent : List.of(ADA, BOB)) {
      if (broker.participants().agent(agent).isEmpty()) {
        broker.participants().createAgent(agent, null, null, null, null).join();
      }
    }
    memories = KeptMemories.open(broker, MemoryIndex.NONE, new MemoryLimits(5, 60, 0.95));
  }

  @AfterEach
  void stop() {
    memories.close();
    broker.close();
    store.close();
  }

  private List<String> texts(AgentId agent) {
    return memories.list(agent, null, 100).stream().map(Memory::text).toList();
  }

  @Test
  void memoriesSurviveARestartAndAreEachAgentsOwn() {
    memories.store(ADA, Layer.TACIT, null, "Reviews are on Thursdays.");
    memories.store(ADA, Layer.ENTITY, "Bob", "likes tea");
    stop();
    start();
    assertThat(texts(ADA)).containsExactlyInAnyOrder("Reviews are on Thursdays.", "likes tea");
    assertThat(texts(BOB)).isEmpty();
    assertThat(memories.list(ADA, Layer.ENTITY, 10))
        .extracting(Memory::subject)
        .containsExactly("Bob");
  }

  @Test
  void theSameAgainBringsItUpToDate() {
    Memory first = memories.store(ADA, Layer.TACIT, null, "Reviews are on Thursdays.").memory();
    time.advance(Duration.ofHours(1));
    Memories.Stored again = memories.store(ADA, Layer.TACIT, null, "reviews  are on thursdays");
    assertThat(again.isNew()).isFalse();
    assertThat(again.memory().id()).isEqualTo(first.id());
    assertThat(again.memory().times()).isEqualTo(2);
    assertThat(texts(ADA)).containsExactly("reviews  are on thursdays");
    assertThat(memories.store(ADA, Layer.ENTITY, "x", "reviews are on thursdays").isNew()).isTrue();
    assertThat(memories.store(BOB, Layer.TACIT, null, "reviews are on thursdays").isNew()).isTrue();
  }

  @Test
  void aDayBecomesOneMemoryWhenTheNextBegins() {
    memories.store(ADA, Layer.DAILY, null, "had breakfast");
    time.advance(Duration.ofHours(1));
    memories.store(ADA, Layer.DAILY, null, "wrote a plan");
    assertThat(memories.list(ADA, Layer.DAILY, 10)).hasSize(2);
    time.advance(Duration.ofDays(1));
    memories.store(ADA, Layer.DAILY, null, "slept long");
    assertThat(memories.list(ADA, Layer.DAILY, 10))
        .extracting(each -> each.subject() + ": " + each.text())
        .containsExactlyInAnyOrder(
            "2026-05-02: slept long", "2026-05-01: had breakfast\nwrote a plan");
    stop();
    start();
    assertThat(memories.list(ADA, Layer.DAILY, 10)).hasSize(2);
  }

  @Test
  void aLongDayBecomesAFewAndNothingOfItIsLost() {
    for (String each : List.of("a", "b", "c", "d")) {
      memories.store(ADA, Layer.DAILY, null, each.repeat(28));
      time.advance(Duration.ofSeconds(1));
    }
    time.advance(Duration.ofDays(1));
    memories.store(ADA, Layer.DAILY, null, "new");
    assertThat(texts(ADA))
        .containsExactlyInAnyOrder(
            "new", "a".repeat(28) + "\n" + "b".repeat(28), "c".repeat(28) + "\n" + "d".repeat(28));
  }

  @Test
  void whatIsForgottenIsGone() {
    String id = memories.store(ADA, Layer.TACIT, null, "x").memory().id();
    assertThat(memories.forget(BOB, id)).as("another's").isFalse();
    assertThat(memories.forget(ADA, id)).isTrue();
    assertThat(memories.forget(ADA, id)).isFalse();
    assertThat(memories.store(ADA, Layer.TACIT, null, "x").isNew()).isTrue();
  }

  @Test
  void limitsHoldAndChangeNothing() {
    for (int i = 0; i < 5; i++) {
      memories.store(ADA, Layer.TACIT, null, "thing " + i);
    }
    assertThatThrownBy(() -> memories.store(ADA, Layer.TACIT, null, "one more"))
        .hasMessageContaining("forget some first");
    assertThat(memories.store(ADA, Layer.TACIT, null, "thing 4").isNew()).isFalse();
    assertThatThrownBy(() -> memories.store(BOB, Layer.TACIT, null, "x".repeat(61)))
        .hasMessageContaining("60");
    assertThatThrownBy(() -> memories.store(BOB, Layer.ENTITY, null, "x"))
        .hasMessageContaining("'subject'");
    assertThatThrownBy(() -> memories.store(BOB, Layer.TACIT, "y", "x"))
        .hasMessageContaining("'subject'");
    assertThatThrownBy(() -> memories.store(BOB, Layer.TACIT, null, " ")).hasMessageContaining("1");
    assertThatThrownBy(() -> memories.recall(BOB, " ", Set.of(), 5)).hasMessageContaining("query");
    assertThatThrownBy(() -> memories.store(new AgentId("eve"), Layer.TACIT, null, "x"))
        .hasMessageContaining("no agent");
    assertThat(texts(BOB)).isEmpty();
  }

  @Test
  void memoriesGoWithTheirAgent() {
    memories.store(ADA, Layer.TACIT, null, "secret");
    broker.participants().deleteAgent(ADA).join();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              boolean[] any = {false};
              broker.records().forEach(KeptMemories.TABLE, (_, _) -> any[0] = true);
              return !any[0];
            });
    broker.participants().createAgent(ADA, null, null, null, null).join();
    assertThat(texts(ADA)).isEmpty();
  }
}
