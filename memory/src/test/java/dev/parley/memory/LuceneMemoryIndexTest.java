package dev.parley.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.memory.KeptMemories;
import dev.parley.agents.memory.Layer;
import dev.parley.agents.memory.Memories.Recalled;
import dev.parley.agents.memory.Memory;
import dev.parley.agents.memory.MemoryLimits;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.store.Folders;
import dev.parley.core.store.MessageStore;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Memories are found by words and by meaning, with the real model. */
@Timeout(180)
class LuceneMemoryIndexTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");
  private static final LocalEmbedder MODEL = new LocalEmbedder();

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_000_000);
  private MessageStore store;
  private Broker broker;
  private KeptMemories memories;

  @BeforeEach
  void start() {
    open(MODEL);
  }

  private void open(Embedder embedder) {
    store = RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced());
    broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    for (AgentId agent : List.of(ADA, BOB)) {
      if (broker.participants().agent(agent).isEmpty()) {
        broker.participants().createAgent(agent, null, null, null, null).join();
      }
    }
    memories =
        KeptMemories.open(broker, LuceneMemoryIndex.at(index(), embedder), MemoryLimits.DEFAULT);
  }

  private Path index() {
    return directory.resolve("memory");
  }

  @AfterEach
  void stop() {
    memories.close();
    broker.close();
    store.close();
  }

  private void remember(String... texts) {
    for (String text : texts) {
      memories.store(ADA, Layer.TACIT, null, text);
    }
  }

  private List<String> recall(AgentId agent, String query) {
    return memories.recall(agent, query, Set.of(), 3).stream()
        .map(Recalled::memory)
        .map(Memory::text)
        .toList();
  }

  @Test
  void whatMeansTheSameIsFoundAndSoIsWhatSaysIt() {
    remember(
        "The deployment runs every Friday evening.",
        "Carla owns two cats and a parrot.",
        "Ticket QX-7731 is about the broken printer.");
    assertThat(recall(ADA, "Which pets does she have?").getFirst()).contains("cats");
    assertThat(recall(ADA, "When do we ship a release?").getFirst()).contains("deployment");
    assertThat(recall(ADA, "QX-7731").getFirst()).contains("printer");
  }

  @Test
  void anAgentRecallsItsOwnOnlyAndInTheLayerThatWasAskedFor() {
    remember("Carla owns two cats.");
    memories.store(BOB, Layer.ENTITY, "Carla", "Carla owns a dog.");
    assertThat(recall(BOB, "Carla's pets")).containsExactly("Carla owns a dog.");
    assertThat(memories.recall(BOB, "Carla", Set.of(Layer.TACIT), 5)).isEmpty();
    assertThat(recall(ADA, "Carla's pets")).containsExactly("Carla owns two cats.");
  }

  @Test
  void nearlyTheSameBringsTheEarlierUpToDateUnlessANumberDiffers() {
    remember("The weekly meeting is in the large room at 3 o'clock.");
    assertThat(
            memories
                .store(
                    ADA,
                    Layer.TACIT,
                    null,
                    "The weekly meeting is in our large room, at 3 o'clock.")
                .isNew())
        .isFalse();
    assertThat(
            memories
                .store(
                    ADA, Layer.TACIT, null, "The weekly meeting is in the large room at 4 o'clock.")
                .isNew())
        .isTrue();
    assertThat(memories.list(ADA, null, 10)).hasSize(2);
  }

  @Test
  void whatWasForgottenIsNotRecalled() {
    remember("Carla owns two cats.", "It rains.");
    String id = memories.recall(ADA, "cats", Set.of(), 1).getFirst().memory().id();
    memories.forget(ADA, id);
    assertThat(recall(ADA, "cats")).doesNotContain("Carla owns two cats.");
  }

  @Test
  void aMissingOrDamagedIndexIsBuiltAnew() throws IOException {
    remember("Carla owns two cats.");
    stop();
    Folders.delete(index());
    start();
    assertThat(soonRecalled("cats")).contains("Carla owns two cats.");
    stop();
    try (var files = Files.list(index())) {
      for (Path file : files.toList()) {
        Files.writeString(file, "damaged");
      }
    }
    start();
    assertThat(soonRecalled("cats")).contains("Carla owns two cats.");
  }

  private List<String> soonRecalled(String query) {
    org.awaitility.Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(60))
        .until(() -> !recall(ADA, query).isEmpty());
    return recall(ADA, query);
  }

  @Test
  void withoutTheModelWordsAreEnough() {
    stop();
    open(
        _ -> {
          throw new UnsatisfiedLinkError("no native code here");
        });
    remember("Carla owns two cats.", "It rains.");
    assertThat(recall(ADA, "cats")).containsExactly("Carla owns two cats.");
  }
}
