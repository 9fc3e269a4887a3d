package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandsTest {
  @TempDir private Path folder;

  @Test
  void helpListsEveryCommandUnderItsHeading() {
    Result help = new CliRun().run("--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.lines()).contains("Running a hub:", "Messages:", "Participants:");
    assertThat(Commands.names())
        .allSatisfy(name -> assertThat(help.out()).containsPattern("\n  " + name + " +[A-Z]"));
  }

  @Test
  void withoutACommandTheHelpIsShown() {
    assertThat(new CliRun().run().out()).startsWith("Usage: parley");
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyCommandsHelpHasAnExample(String name) {
    Result help = new CliRun().run(name, "--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("Example").contains("  parley " + name).contains("--json");
  }

  static List<String> names() {
    return Commands.names();
  }

  @Test
  void aMistypedCommandIsRefusedWithTheNearestOne() {
    Result mistyped = new CliRun().run("sedn", "x");

    assertThat(mistyped.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(mistyped.out()).isEmpty();
    assertThat(mistyped.err().lines()).hasSize(1);
    assertThat(mistyped.err()).startsWith("parley: ").contains("did you mean").contains("send");
  }

  @Test
  void aMistypedOptionIsRefusedInOneLine() {
    Result mistyped = new CliRun().run("send", "a", "b", "--priorty", "high");

    assertThat(mistyped.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(mistyped.err().lines()).hasSize(1);
    assertThat(mistyped.err()).contains("--priorty").contains("parley send --help");
  }

  @Test
  void theCommandIsFoundBehindTheOptionsOfAll() {
    assertThat(Commands.named(List.of("--data", "up", "--json", "send", "x")))
        .containsExactly("send");
    assertThat(Commands.named(List.of("--help"))).isEqualTo(Commands.names());
    assertThat(Commands.named(List.of("nonsense"))).isEqualTo(Commands.names());
    assertThat(Commands.named(List.of("--version"))).isEmpty();
  }

  @Test
  void bashCompletionIsAScriptThatBashReads() throws Exception {
    Result script = new CliRun().run("completion", "bash");
    Path file = Files.writeString(folder.resolve("parley.bash"), script.out());

    Process bash = new ProcessBuilder("bash", "-n", file.toString()).inheritIO().start();

    assertThat(bash.waitFor()).isZero();
    assertThat(script.out()).contains("dead-letters").contains("--token-file");
  }

  @Test
  void fishCompletionNamesCommandsNestedOnesAndOptions() throws IOException {
    Result script = new CliRun().run("completion", "fish");

    assertThat(script.lines())
        .contains("complete -c parley -f")
        .anyMatch(line -> line.contains("'__fish_use_subcommand' -a send"))
        .anyMatch(line -> line.contains("seen_subcommand_from agents' -a token"))
        .anyMatch(line -> line.contains("seen_subcommand_from loops' -a history"))
        .anyMatch(line -> line.contains("seen_subcommand_from send' -l priority -r"));
  }
}
