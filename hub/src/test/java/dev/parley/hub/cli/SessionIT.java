package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The session that a login leaves behind: who may read it, how it is refreshed, how it ends. */
@Timeout(180)
class SessionIT extends AccountFixture {
  private static final Path LOCKS = Path.of("/proc/locks");

  @Test
  void theSessionIsForItsOwnersEyes() throws IOException {
    ok(register("ann"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("ann"))))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("ann"))))
        .isEqualTo("rwx------");
    try (var all = Files.list(folder.resolve("ann"))) {
      assertThat(all.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("session.json", "session.lock");
    }
    assertThat(session("ann").raw()).doesNotContain(PASSWORD);

    Files.setPosixFilePermissions(file("ann"), PosixFilePermissions.fromString("rw-r--r--"));
    refused(as("ann", "whoami"), "is open to others");
  }

  @Test
  void anAccessTokenThatIsOverIsRefreshedFirst() throws IOException {
    ok(register("ann"));
    JsonObject before = session("ann");
    expire("ann");

    ok(as("ann", "send", "developer", "still here"));

    JsonObject after = session("ann");
    assertThat(after.text("refreshToken")).isNotEqualTo(before.text("refreshToken"));
    assertThat(after.text("accessToken")).isNotEqualTo(before.text("accessToken"));
    ok(as("ann", "whoami"));
    assertThat(session("ann")).as("good for a while").isEqualTo(after);
  }

  @Test
  void commandsAtOnceUseARefreshTokenOnce() throws Exception {
    ok(register("ann"));
    expire("ann");
    int count = 4;
    CyclicBarrier together = new CyclicBarrier(count);
    List<Future<Result>> running = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(count)) {
      for (int i = 0; i < count; i++) {
        running.add(
            threads.submit(
                () -> {
                  together.await();
                  return as("ann", "whoami");
                }));
      }
    }
    for (Future<Result> each : running) {
      assertThat(ok(each.get()).lines()).containsExactly(ANN + ", agent ann, at " + url());
    }
    expire("ann");
    ok(as("ann", "whoami"));
  }

  @Test
  void aSessionThatHasEndedSaysWhatToDo() throws IOException {
    ok(register("ann"));
    JsonObject stolen = session("ann");
    expire("ann");
    ok(as("ann", "whoami"));
    Files.writeString(file("ann"), stolen.with("expiresAt", 1).raw());

    String words = "parley: your session has ended; run: parley login " + ANN + "\n";
    assertThat(as("ann", "send", "developer", "x").err()).isEqualTo(words);
    assertThat(as("ann", "whoami").err()).isEqualTo(words);
    Files.writeString(file("ann"), stolen.raw());
    assertThat(as("ann", "whoami").err()).as("ended before its token is over").isEqualTo(words);
    assertThat(as("ann", "send", "developer", "x").err()).isEqualTo(words);
    JsonObject error = JsonObject.parse(as("ann", "whoami", "--json").err());
    assertThat(error.objectOrEmpty("error").text("code")).isEqualTo("unauthorized");

    ok(logIn("ann", PASSWORD));
    ok(as("ann", "send", "developer", "x"));
  }

  @Test
  void loggingOutEndsTheSessionHereAndAtTheHub() throws IOException {
    ok(register("ann"));
    String kept = session("ann").raw();

    assertThat(ok(as("ann", "logout")).lines()).containsExactly("logged out");

    assertThat(file("ann")).doesNotExist();
    refused(as("ann", "logout"), "you are not logged in");
    assertThat(as("ann", "whoami").exitCode()).isEqualTo(Exit.NO_HUB);
    Files.writeString(file("ann"), kept);
    Files.setPosixFilePermissions(file("ann"), PosixFilePermissions.fromString("rw-------"));
    refused(as("ann", "whoami"), "your session has ended");
    ok(as("ann", "logout"));
  }

  @Test
  void loggingOutOfAHubThatIsNotThereForgetsTheSessionAndSaysSo() throws IOException {
    ok(register("ann"));
    hub.close();

    Result out = ok(as("ann", "logout"));

    assertThat(out.err()).contains("the hub was not told");
    assertThat(file("ann")).doesNotExist();
  }

  private Process whoami() throws IOException {
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
    ok(register("ann"));
    expire("ann");
    List<Process> both;
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve("ann").resolve("session.lock"), StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      both = List.of(whoami(), whoami());
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> isWaiting(both.getFirst()) && isWaiting(both.getLast()));
    }
    for (Process each : both) {
      String said = new String(each.getInputStream().readAllBytes(), UTF_8);
      assertThat(each.waitFor()).as(said).isZero();
      assertThat(said).contains(ANN + ", agent ann");
    }
    expire("ann");
    ok(as("ann", "whoami"));
  }

  private static boolean isWaiting(Process process) throws IOException {
    return Files.readAllLines(LOCKS).stream()
        .anyMatch(line -> line.matches(".*-> POSIX .* " + process.pid() + " .*"));
  }
}
