package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents from files: written by a template, applied by command and by the folder. */
@Timeout(120)
class DefinitionCommandsIT {
  @TempDir Path folder;
  private LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    Path data = folder.resolve("data");
    Files.createDirectories(data.resolve("agents"));
    Files.writeString(data.resolve("agents/scout.yaml"), "name: Scout\ninstructions: Look.\n");
    hub = LiveHub.start(data);
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  private static Result ok(Result result) {
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  @ParameterizedTest
  @ValueSource(strings = {"assistant", "planner", "coder", "reviewer", "researcher"})
  void aTemplateAppliesAsItStands(String template) {
    Path file = folder.resolve("p1.yaml");
    ok(hub.run("agents", "new", "p1", "--template", template, "--to", file.toString()));
    assertThat(ok(hub.run("agents", "apply", "-f", file.toString())).out())
        .containsPattern("p1 +created");
    assertThat(ok(hub.run("agents", "apply", "-f", file.toString())).out())
        .containsPattern("p1 +unchanged");
    assertThat(ok(hub.run("agents", "show", "p1")).out())
        .contains("capabilities", "INSTRUCTIONS", "You ", "defined by");
    assertThat(ok(hub.run("agents", "show", "p1", "--json")).json().text("instructions", ""))
        .startsWith("You ");
    assertThat(hub.run("agents", "new", "p1", "--to", file.toString()).err()).contains("--force");
  }

  @Test
  void theFolderOfTheDataDirectoryIsAppliedAtTheStart() {
    assertThat(ok(hub.run("agents", "show", "scout")).out()).contains("Scout", "Look.");
  }

  @Test
  void aFolderIsAppliedAndPruned() throws IOException {
    Path agents = Files.createDirectories(folder.resolve("team"));
    Files.writeString(agents.resolve("a.yaml"), "name: ${WHO}\n");
    Files.writeString(agents.resolve("b.yaml"), "name: B\n");
    Result missing = hub.run("agents", "apply", "-f", agents.toString());
    assertThat(missing.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(missing.err()).contains("a.yaml:1:7", "WHO is not set");

    Result applied =
        hub.cli().with("WHO", "Ada").run("agents", "apply", "-f", agents.toString(), "--json");
    assertThat(applied.json().objects("agents")).hasSize(2);
    assertThat(ok(hub.run("agents", "show", "a")).out()).contains("Ada");

    Files.delete(agents.resolve("b.yaml"));
    Result left = hub.cli().with("WHO", "Ada").run("agents", "apply", "-f", agents.toString());
    assertThat(left.out()).containsPattern("b +left").contains("--prune");
    Result pruned =
        hub.cli().with("WHO", "Ada").run("agents", "apply", "-f", agents.toString(), "--prune");
    assertThat(pruned.out()).containsPattern("b +removed");
    assertThat(hub.run("agents", "show", "b").exitCode()).isNotZero();
    assertThat(ok(hub.run("agents", "show", "scout")).out()).as("of another folder").isNotEmpty();
  }

  @Test
  void whatIsPipedInIsAppliedToo() {
    assertThat(ok(hub.cli().input("id: piped\n").run("agents", "apply", "-f", "-")).out())
        .containsPattern("piped +created");
    assertThat(hub.run("agents", "apply", "-f", "-", "--prune").exitCode()).isEqualTo(Exit.USAGE);
    assertThat(hub.run("agents", "apply", "-f", "nowhere.yaml").err()).contains("no file");
  }
}
