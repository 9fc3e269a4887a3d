package dev.parley.apps.host;

import static dev.parley.apps.host.AppsWorld.ID;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.parley.apps.host.AppStatus.State;
import dev.parley.apps.proto.ExecuteRequest;
import dev.parley.apps.proto.ToolServiceGrpc;
import dev.parley.core.error.Refused;
import dev.parley.processes.sandbox.Confinement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Apps that mean harm, in their sandbox: each attempt fails. */
@Timeout(120)
class HostileAppTest {
  @TempDir private Path folder;

  private AppsWorld world;

  @BeforeEach
  void open() {
    Confinement here = Confinement.here();
    Assumptions.assumeTrue(here.works(), here.description());
    world = new AppsWorld(folder).inSandbox(AppsWorld.LIMITS);
  }

  @AfterEach
  void close() {
    if (world != null) {
      world.close();
    }
  }

  /** What came of it; the app itself is never well and so is not launched. */
  private List<String> triedWith(String permissions, String... attacks) throws Exception {
    Path app =
        world.put("hostile", ID, "'provides':['tool:a'],'permissions':[" + permissions + "]");
    Files.writeString(app.resolve("attack"), String.join("\n", attacks));
    Refused refused = catchThrowableOfType(Refused.class, () -> world.open().launch(ID));
    assertThat(refused).hasMessageContaining("it ended before it listened");
    Path data = app.resolve("data");
    Path result = data.resolve("result");
    return Files.readAllLines(Files.exists(result) ? result : data.resolve("result.draft"));
  }

  private List<String> tried(String... attacks) throws Exception {
    return triedWith("", attacks);
  }

  private static Path file(Path file) {
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, "secret");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsItsOwnItMayUse() throws Exception {
    Path app = world.app(ID);

    assertThat(
            tried(
                "read " + app.resolve("manifest.json"),
                "write " + app.resolve("data/mine"),
                "write /tmp/mine",
                "read /etc/passwd"))
        .containsExactly("read: worked", "write: worked", "write: worked", "read: worked");
    assertThat(Files.readString(app.resolve("data/mine"))).isEqualTo("x");
  }

  @Test
  void theOwnersFilesAndTheHubsAreNotThere() throws Exception {
    Path owners = file(folder.resolve("home/diary"));
    Path hubs = file(folder.resolve("hub/owner-token"));
    Path store = file(folder.resolve("hub/store/000001.sst"));

    assertThat(
            tried(
                "read " + owners,
                "read " + hubs,
                "read " + store,
                "read /etc/shadow",
                "read /root/.ssh/id_ed25519",
                "read " + folder.resolve("hub/apps-key"),
                "write " + owners,
                "write " + hubs,
                "write " + folder.resolve("hub/parley.yaml")))
        .doesNotContain("read: worked");
    // Below /tmp, which is its own, it may make what it likes; nobody else sees that.
    for (Path each : List.of(owners, hubs, store)) {
      assertThat(Files.readString(each)).isEqualTo("secret");
    }
    assertThat(folder.resolve("hub/parley.yaml")).doesNotExist();
  }

  @Test
  void theSystemAndItsOwnProgramCannotBeChanged() throws Exception {
    Path app = world.app(ID);

    assertThat(
            tried(
                "write " + app.resolve("binary"),
                "write " + app.resolve("manifest.json"),
                "write " + app.resolve("new"),
                "write " + app.resolve("logs/stderr.log"),
                "write " + app.resolve(".pid"),
                "write /usr/bin/new",
                "write /etc/new",
                "write /new",
                "write /proc/sys/kernel/core_pattern"))
        .hasSize(9)
        .noneMatch(line -> line.endsWith("worked"));
  }

  @Test
  void otherAppsAreNotThereNorTheirSockets() throws Exception {
    Path other = world.app("com.example.other");
    file(other.resolve("data/notes"));
    Path socket = folder.resolve("hub/app-run/sockets/other.sock");
    HostedApps apps = world.open();
    world.install("com.example.running", "");
    assertThat(apps.launch("com.example.running").state()).isEqualTo(State.RUNNING);
    Path running = folder.resolve("hub/app-run/sockets/1/in/app.sock");
    assertThat(Files.exists(running)).isTrue();
    Path near = folder.resolve("s");
    try (ServerSocketChannel open = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      open.bind(UnixDomainSocketAddress.of(near));
      world.put("hostile", ID, "'provides':['tool:a']");
      Files.writeString(
          world.app(ID).resolve("attack"),
          String.join(
              "\n",
              "read " + other.resolve("data/notes"),
              "write " + other.resolve("data/notes"),
              "call " + running,
              "call " + folder.resolve("hub/app-run/sockets/1/sock"),
              "call " + near,
              "call " + socket,
              "list " + world.apps()));
      Refused refused = catchThrowableOfType(Refused.class, () -> apps.launch(ID));
      assertThat(refused).isNotNull();
    }

    assertThat(Files.readAllLines(world.app(ID).resolve("data/result")))
        .containsExactly(
            "read: failed",
            "write: failed",
            "call: failed",
            "call: failed",
            "call: failed",
            "call: failed",
            "entries: 1");
  }

  @Test
  void theNetworkIsThereOnlyWithAPermission() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      String attack = "connect " + server.getLocalPort();

      assertThat(triedWith("'memory:read'", attack)).containsExactly("connect: failed");
      assertThat(triedWith("'network:api.example.com'", attack)).containsExactly("connect: worked");
    }
  }

  @Test
  void processesOfOthersAreNeitherSeenNorReached() throws Exception {
    Process victim = new ProcessBuilder("sleep", "1000").start();
    try {
      long hub = ProcessHandle.current().pid();
      List<String> result =
          tried("see " + hub, "signal " + victim.pid(), "signal " + hub, "see self");

      assertThat(result)
          .containsSubsequence("environment: failed", "signal: failed", "signal: failed")
          .doesNotContain("environment: worked");
      assertThat(
              result.stream()
                  .filter(line -> line.startsWith("processes: "))
                  .map(line -> Integer.parseInt(line.substring(11))))
          .allMatch(seen -> seen < 6);
      assertThat(victim.isAlive()).isTrue();
    } finally {
      victim.destroyForcibly();
    }
  }

  @Test
  void aForkBombStaysWithinItsNumberAndLeavesNothing() throws Exception {
    Assumptions.assumeFalse(
        Confinement.here().description().contains("processes not limited"),
        Confinement.here().description());

    String result = tried("fork").getFirst();

    assertThat(Integer.parseInt(result.substring("started: ".length()))).isBetween(10, 40);
    Path binary = world.app(ID).resolve("binary");
    assertThat(ProcessHandle.allProcesses().filter(each -> AppFolder.isRunBy(each, binary)))
        .isEmpty();
  }

  @Test
  void itTakesNoMoreMemoryThanItMay() throws Exception {
    String result = tried("grow").getLast();

    assertThat(Integer.parseInt(result.substring("mebibytes: ".length()).strip()))
        .isBetween(10, 64);
  }

  @Test
  void noFileIsLargerThanItMayBe() throws Exception {
    List<String> result =
        tried("fill " + world.app(ID).resolve("data/big"), "fill /tmp/big", "fill /dev/shm/big");

    assertThat(result).hasSize(3).allMatch(line -> line.equals("written: " + (4 << 20)));
  }

  @Test
  void aFloodOfItsLogFillsNoDisk() throws Exception {
    Path app = world.install(ID, ",'startup_timeout':120", "floods");
    HostedApps apps = world.open();

    assertThat(apps.launch(ID).state()).isEqualTo(State.RUNNING);
    apps.stop(ID);

    // 32 MiB were written to each.
    try (Stream<Path> logs = Files.list(app.resolve("logs"))) {
      List<Path> all = logs.toList();
      assertThat(all)
          .extracting(each -> each.getFileName().toString())
          .containsExactlyInAnyOrder("stdout.log", "stdout.log.1", "stderr.log", "stderr.log.1");
      for (Path each : all) {
        assertThat(Files.size(each)).isLessThanOrEqualTo(2 << 20);
      }
    }
  }

  @Test
  void anAnswerThatIsTooLargeIsNotTaken() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.open().start();
    AppsWorld.awaitState(apps, ID, State.RUNNING);
    world.backend().health.set(Backend.Health.HUGE);

    world.time.advance(HostedApps.CHECK_EVERY);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> AppsWorld.status(apps, ID).state() == State.FAILED);
    assertThat(AppsWorld.status(apps, ID).problem()).contains("RESOURCE_EXHAUSTED");
  }

  @Test
  void aHealthyAppRunsInItsSandboxIsAskedToEndAndEndsItself() throws Exception {
    Path app = world.install(ID, "", "environment");
    HostedApps apps = world.noting().open();

    AppStatus status = apps.launch(ID);

    assertThat(status.state()).isEqualTo(State.RUNNING);
    assertThat(ProcessHandle.of(status.pid()).orElseThrow().info().command().orElseThrow())
        .endsWith("/" + ID + "/binary");
    RunningApp running = apps.running(ID).orElseThrow();
    assertThat(
            ToolServiceGrpc.newBlockingStub(running.channel())
                .execute(
                    ExecuteRequest.newBuilder()
                        .setInput(ByteString.copyFrom("hello", UTF_8))
                        .build())
                .getContent())
        .isEqualTo("hello");
    assertThat(Files.readAllLines(app.resolve("data/environment")))
        .contains("HOME=" + app.resolve("data"), "TMPDIR=/tmp")
        .noneMatch(line -> line.contains("s3cret"))
        .allMatch(
            line ->
                line.matches(
                    "(NEBO_APP_(DIR|SOCK|ID|NAME|VERSION|DATA)|HOME|PATH|TMPDIR|PWD|OLDPWD|PARLEY_RUN|cwd)=.*"));
    apps.stop(ID);
    assertThat(ProcessHandle.of(status.pid()).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(Files.readString(app.resolve("logs/stderr.log"))).contains("ended with code 1");
  }

  @Test
  void killedInItsSandboxItIsStartedAgain() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.open();
    long pid = apps.launch(ID).pid();

    assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                AppsWorld.status(apps, ID).state() == State.RUNNING
                    && AppsWorld.status(apps, ID).pid() != pid);
  }

  @Test
  void whereThereIsNoSandboxNothingIsLaunchedAndTheSettingIsNamed() throws Exception {
    world.install(ID, "");
    HostedApps apps = world.confinement(Confinement.none("there is no bubblewrap")).open();

    Refused refused = catchThrowableOfType(Refused.class, () -> apps.launch(ID));

    assertThat(refused).hasMessageContainingAll("there is no bubblewrap", "apps.sandbox");
    assertThat(world.starts(ID)).isEmpty();
  }
}
