package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.json.JsonObject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One session, and commands in processes of their own. */
@Timeout(180)
class SessionProcessesIT {
  private static final Path LOCKS = Path.of("/proc/locks");
  private static final String PASSWORD = "correct horse battery";

  @TempDir private Path folder;

  private Process start() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.parley.hub.Main",
                "whoami",
                "--data",
                folder.resolve("ann").toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    return process;
  }

  /** Both have found that the token is over before either of them may refresh it. */
  @Test
  void processesAtOnceUseARefreshTokenOnce() throws Exception {
    assumeThat(LOCKS).as("says who waits for a lock").isReadable();
    Path ann = folder.resolve("ann");
    try (LiveHub hub = LiveHub.start(folder.resolve("data"))) {
      String code = hub.run("owners", "invite").out().strip();
      CliRun.Result registered =
          new CliRun()
              .input(PASSWORD)
              .run(
                  "register",
                  "ann@example.org",
                  "--invitation",
                  code,
                  "--password-stdin",
                  "--data",
                  ann.toString(),
                  "--url",
                  hub.address().toString());
      assertThat(registered.exitCode()).as(registered.err()).isZero();
      Path file = ann.resolve("session.json");
      JsonObject session = JsonObject.parse(Files.readAllBytes(file));
      Files.writeString(file, session.with("expiresAt", 1).raw());

      List<Process> both;
      try (FileChannel channel =
              FileChannel.open(ann.resolve("session.lock"), StandardOpenOption.WRITE);
          var _ = channel.lock()) {
        both = List.of(start(), start());
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> isWaiting(both.getFirst()) && isWaiting(both.getLast()));
      }
      for (Process each : both) {
        String said = new String(each.getInputStream().readAllBytes(), UTF_8);
        assertThat(each.waitFor()).as(said).isZero();
        assertThat(said).contains("ann@example.org, agent ann");
      }
      Process later = start();
      assertThat(later.waitFor()).as("the session goes on").isZero();
    }
  }

  private static boolean isWaiting(Process process) throws IOException {
    return Files.readAllLines(LOCKS).stream()
        .anyMatch(line -> line.matches(".*-> POSIX .* " + process.pid() + " .*"));
  }
}
