package dev.parley.agents.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder's files are applied when the hub starts and when they change. */
@Timeout(120)
class DefinitionFolderTest {
  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_000_000);
  private DefinitionHub hub;
  private Path agents;

  @BeforeEach
  void start() throws IOException {
    hub = new DefinitionHub(directory.resolve("store"), time);
    agents = Files.createDirectories(directory.resolve("agents"));
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private DefinitionFolder watch() {
    return DefinitionFolder.watch(agents, hub.definitions, Map.of("TEAM", "blue"), time);
  }

  /** Looks go on a thread of their own, each a second of the hub's clock after the last. */
  private void soon(Callable<Boolean> holds) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              time.advance(Duration.ofSeconds(1));
              return holds.call();
            });
  }

  @Test
  void whatIsThereAtTheStartIsApplied() throws IOException {
    Files.writeString(agents.resolve("ada.yaml"), "name: Ada of ${TEAM}\n");
    Files.writeString(agents.resolve("notes.txt"), "not ours");
    Files.writeString(agents.resolve(".hidden.yaml"), "name: [");
    try (DefinitionFolder folder = watch()) {
      assertThat(hub.agent("ada").name()).isEqualTo("Ada of blue");
      assertThat(folder.problem()).isNull();
    }
  }

  @Test
  void aFileThatComesOrChangesIsAppliedAndOneThatGoesTakesNothingAway() throws IOException {
    try (DefinitionFolder _ = watch()) {
      Files.writeString(agents.resolve("ada.yaml"), "name: Ada\n");
      soon(() -> hub.has("ada"));
      Files.writeString(agents.resolve("ada.yaml"), "name: Ada Lovelace\n");
      soon(() -> hub.agent("ada").name().equals("Ada Lovelace"));
      Files.delete(agents.resolve("ada.yaml"));
      Files.writeString(agents.resolve("bob.yaml"), "name: Bob\n");
      soon(() -> hub.has("bob"));
      assertThat(hub.has("ada")).isTrue();
    }
  }

  @Test
  void aBadFileChangesNothingAndIsTold() throws IOException {
    Files.writeString(agents.resolve("ada.yaml"), "name: Ada\n");
    try (DefinitionFolder folder = watch()) {
      Files.writeString(agents.resolve("bob.yaml"), "nmae: Bob\n");
      soon(() -> folder.problem() != null);
      assertThat(folder.problem()).contains("bob.yaml:1:1", "did you mean 'name'");
      assertThat(hub.has("bob")).isFalse();
      Files.writeString(agents.resolve("bob.yaml"), "name: Bobby\n");
      soon(() -> hub.has("bob"));
      assertThat(folder.problem()).isNull();
    }
  }

  @Test
  void afterItIsClosedNothingIsApplied() throws IOException {
    int others = time.alarms();
    watch().close();
    Files.writeString(agents.resolve("ada.yaml"), "name: Ada\n");
    assertThat(time.alarms()).isEqualTo(others);
    time.advance(Duration.ofMinutes(1));
    assertThat(hub.has("ada")).isFalse();
  }
}
