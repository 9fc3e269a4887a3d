package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Memory from the command line, with the model that a hub has. */
@Timeout(120)
class MemoryCommandsIT {
  @TempDir Path folder;
  private LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  private Result ok(String... arguments) {
    Result result = hub.run(arguments);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  @Test
  void whatWasStoredIsRecalledByMeaningAndAfterARestart() throws IOException {
    hub.addAgent("planner");
    assertThat(ok("memory", "list", "planner").out()).contains("does not remember anything");
    ok("memory", "store", "planner", "Carla owns two cats and a parrot.");
    ok("memory", "store", "planner", "Deployments run every Friday.");
    ok("memory", "store", "planner", "likes tea", "--layer", "entity", "--subject", "Carla");
    String question = "Which pets are there?";
    assertThat(ok("memory", "recall", "planner", question, "--limit", "1").out()).contains("cats");
    hub.restart();
    Result recalled = ok("memory", "recall", "planner", question, "--limit", "1", "--json");
    assertThat(recalled.json().objects("memories").getFirst().text("content")).contains("cats");
    String id = recalled.json().objects("memories").getFirst().text("id", "");
    ok("memory", "forget", "planner", id);
    assertThat(ok("memory", "list", "planner").out()).doesNotContain("cats").contains("Carla");
    assertThat(hub.run("memory", "store", "nobody", "x").err()).contains("no agent");
  }
}
