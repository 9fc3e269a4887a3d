package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.client.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/parley} as a user starts it: processes, signals, exit codes. */
@Timeout(120)
class LauncherIT {
  private static final Path PARLEY = Path.of("..", "bin", "parley").toAbsolutePath().normalize();

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @BeforeAll
  static void thereIsABuildToStart() {
    assumeTrue(Files.exists(Path.of("target", "parley", "ready")), "the distribution is not built");
  }

  @AfterEach
  void leaveNoProcess() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aHubStopsCleanlyOnSigtermAndKeepsEverything() throws Exception {
    Process hub = up();
    String ready = ready(hub);
    assertThat(ready).matches("ready http://127\\.0\\.0\\.1:\\d+");
    assertThat(run("agents", "add", "a").exitCode()).isZero();
    assertThat(run("send", "a", "kept").exitCode()).isZero();

    hub.destroy();
    assertThat(hub.waitFor()).isZero();
    assertThat(run("inbox", "a").exitCode()).isEqualTo(Exit.NO_HUB);

    ready(up());
    assertThat(JsonObject.parse(run("inbox", "a", "--json").out()).objects("messages"))
        .extracting(message -> message.text("content"))
        .containsExactly("kept");
  }

  @Test
  void aTextKeepsItsLettersWhereNoLocaleIsSet() throws Exception {
    ready(up());
    run("agents", "add", "a");

    // The bytes of "grüße" in UTF-8, spelt so that no encoding on the way to the shell matters.
    String send = PARLEY + " send a $'gr\\xc3\\xbc\\xc3\\x9fe' --data " + folder + "/data";
    assertThat(result(start("bash", "-c", send)).exitCode()).isZero();

    assertThat(JsonObject.parse(run("inbox", "a", "--json").out()).objects("messages"))
        .extracting(message -> message.text("content"))
        .containsExactly("grüße");
  }

  @Test
  void aSecondHubOnTheSameDataIsRefused() throws Exception {
    ready(up());

    CliRun.Result second = run("up", "--port", "0", "--agent-port", "0");

    assertThat(second.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(second.err()).contains("another hub (process").contains("--data");
  }

  @Test
  void theFirstStartSaysWhereThingsAreAndWhatToTry() throws Exception {
    Process hub = up();
    try (BufferedReader lines = hub.inputReader(UTF_8)) {
      List<String> said = lines.lines().takeWhile(line -> !line.startsWith("ready ")).toList();

      assertThat(said)
          .anyMatch(line -> line.startsWith("data ") && line.endsWith(folder + "/data"))
          .anyMatch(line -> line.endsWith("/owner-token"))
          .anyMatch(line -> line.startsWith("dashboard ") && line.contains("http://127.0.0.1:"))
          .anyMatch(line -> line.startsWith("  parley send researcher"));
    }
  }

  private Process up() throws IOException {
    return parley("up", "--data", folder + "/data", "--port", "0", "--agent-port", "0");
  }

  private String ready(Process hub) {
    return hub.inputReader(UTF_8)
        .lines()
        .filter(line -> line.startsWith("ready "))
        .findFirst()
        .orElseThrow();
  }

  private CliRun.Result run(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("--data", folder + "/data"));
    return result(parley(line.toArray(String[]::new)));
  }

  private static CliRun.Result result(Process process) throws IOException, InterruptedException {
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    return new CliRun.Result(process.waitFor(), out, err);
  }

  private Process parley(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(PARLEY.toString()));
    command.addAll(List.of(arguments));
    return start(command.toArray(String[]::new));
  }

  private Process start(String... command) throws IOException {
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
    builder.environment().keySet().removeAll(List.of("LANG", "LC_ALL", "LC_CTYPE"));
    builder.environment().put("PARLEY_NO_BUILD", "yes");
    Process process = builder.start();
    started.add(process);
    return process;
  }
}
