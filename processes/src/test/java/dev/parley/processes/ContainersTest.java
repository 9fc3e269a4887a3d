package dev.parley.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.parley.core.error.Refused;
import dev.parley.processes.container.Container;
import dev.parley.processes.container.ContainerRules;
import dev.parley.processes.container.Engine;
import dev.parley.testkit.container.Podman;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in containers of a real engine. */
class ContainersTest {
  private static Podman podman;

  @TempDir private Path folder;

  private World world;
  private Path home;
  private Path work;

  @BeforeAll
  static void startEngine() {
    podman = Podman.start();
  }

  @AfterAll
  static void stopEngine() {
    if (podman != null) {
      podman.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    world = new World(folder);
    home = Files.createDirectory(folder.resolve("home"));
    work = Files.createDirectory(folder.resolve("work"));
  }

  @AfterEach
  void close() {
    world.close();
    await().until(() -> podman.containers().isEmpty());
  }

  private static ContainerRules rules(Duration time) {
    return new ContainerRules(
        podman.socket(),
        Podman.IMAGE,
        ContainerRules.HOST,
        "",
        "",
        List.of(),
        List.of(),
        false,
        0.5,
        32 << 20,
        20,
        time);
  }

  private ProcessSpec spec(ContainerRules rules, String script) {
    return new ProcessSpec(
            "one",
            "tool",
            List.of("sh", "-c", script),
            work,
            Map.of("KEY", "s3cret"),
            List.of(new Secret("s3cret", "[withheld]")),
            Map.of("note", "kept"))
        .in(new Container(rules, home, work));
  }

  private SupervisedProcess start(String script) throws InterruptedException {
    return world.open().start(spec(rules(Duration.ZERO), script), ProcessHooks.NONE);
  }

  private static int code(SupervisedProcess process) throws Exception {
    return process.ended().get(World.LONG.toSeconds(), TimeUnit.SECONDS).code();
  }

  private String said(String script) throws Exception {
    SupervisedProcess process = start(script);
    int _ = code(process);
    return process.lastOutput();
  }

  @Test
  void itWorksInItsFolderWithAHomeAndWhatItWritesIsLogged() throws Exception {
    SupervisedProcess process =
        start("echo $KEY; echo problem >&2; pwd >where; echo x >$HOME/mine; exit 5");

    assertThat(code(process)).isEqualTo(5);
    assertThat(process.lastOutput()).isEqualTo("[withheld]\nproblem");
    assertThat(work.resolve("where")).hasContent("/workspace\n");
    assertThat(home.resolve("mine")).exists();
    assertThat(Files.getOwner(home.resolve("mine"))).isEqualTo(Files.getOwner(home));
    assertThat(podman.containers()).isEmpty();
    assertThat(world.runFile("one")).doesNotExist();
  }

  @Test
  void itSeesNothingOfThisMachineAndHasNoRights() throws Exception {
    assertThat(
            said(
                "ls "
                    + folder
                    + " 2>&1; echo x 2>&1 >/bin/new; cat /proc/self/status | while read a b; do"
                    + " case $a in CapEff:|NoNewPrivs:) echo $a $b;; esac; done"))
        .contains(
            "No such file", "Read-only file system", "CapEff: 0000000000000000", "NoNewPrivs: 1");
  }

  @Test
  void itsMemoryIsLimited() throws Exception {
    assertThat(said("dd if=/dev/zero of=/dev/null bs=100M count=1 || echo over"))
        .containsAnyOf("over", "Killed", "Out of memory");
  }

  @Test
  void itsProcessesAreLimited() throws Exception {
    assertThat(
            said(
                "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do"
                    + " sleep 30 & done; echo all of them"))
        .contains("fork")
        .doesNotContain("all of them");
  }

  @Test
  void itEndsWhenItIsAskedTo() throws Exception {
    SupervisedProcess process =
        start("trap 'echo bye; exit 0' TERM; echo ready; while true; do sleep 0.05; done");
    await().until(() -> process.lastOutput().contains("ready"));

    assertThat(process.stop()).isEqualTo(Ending.TERMINATED);

    assertThat(process.lastOutput()).contains("bye");
    assertThat(podman.containers()).isEmpty();
  }

  @Test
  void whatDoesNotEndIsKilled() throws Exception {
    world.grace(Duration.ofMillis(200));
    SupervisedProcess process = start("trap '' TERM; echo ready; while true; do sleep 1; done");
    await().until(() -> process.lastOutput().contains("ready"));

    assertThat(process.stop()).isEqualTo(Ending.KILLED);
    assertThat(code(process)).isEqualTo(137);
  }

  @Test
  void whoFloodsItsOutputFillsNoDiskAndCanBeStopped() throws Exception {
    world.grace(Duration.ofMillis(200));
    SupervisedProcess process = start("yes flood");
    await().until(() -> Files.exists(world.runFolder().resolve("one.log.1")));

    Ending _ = process.stop();

    assertThat(Files.size(process.log())).isLessThanOrEqualTo((1 << 20) + 200);
  }

  @Test
  void itIsStoppedWhenItsTimeIsOver() throws Exception {
    SupervisedProcess process =
        world
            .grace(Duration.ofMillis(100))
            .open()
            .start(spec(rules(Duration.ofMillis(300)), "sleep 1000"), ProcessHooks.NONE);

    assertThat(code(process)).isNotZero();
    assertThat(Files.readString(process.log())).contains("its time is over");
  }

  @Test
  void whatAKilledHubHasLeftIsEndedByTheNext() throws Exception {
    world.grace(Duration.ofMillis(200));
    SupervisedProcess _ = start("sleep 1000");
    assertThat(Files.readString(world.runFile("one"))).contains("engine=").doesNotContain("s3cret");

    Processes next = world.open();

    assertThat(podman.containers()).isEmpty();
    assertThat(next.all()).isEmpty();
    assertThat(world.survivors)
        .containsExactly(new Survivor("one", "tool", Map.of("note", "kept"), Ending.KILLED));
  }

  @Test
  void itOutlivesItsEngine() throws Exception {
    SupervisedProcess process = start("while [ ! -e go ]; do sleep 0.05; done; exit 4");
    podman.killService();
    podman.startService();
    Files.createFile(work.resolve("go"));

    assertThat(code(process)).isEqualTo(4);
  }

  @Test
  void whatItCouldNotStartIsToldAndLeavesNothing() {
    ProcessSpec missing =
        new ProcessSpec("one", "tool", List.of("/no/such"), work, Map.of(), List.of(), Map.of())
            .in(new Container(rules(Duration.ZERO), home, work));

    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> world.open().start(missing, ProcessHooks.NONE))
        .withMessageContaining("the container could not be started");

    await().until(() -> podman.containers().isEmpty());
    assertThat(world.runFile("one")).doesNotExist();
  }

  @Test
  void anEngineSaysWhatItIs() throws Exception {
    assertThat(new Engine(podman.socket()).description()).startsWith("Podman Engine ");
    assertThat(new Engine(podman.socket()).hasImage(Podman.IMAGE)).isTrue();
    assertThat(new Engine(podman.socket()).hasImage("localhost/none:1")).isFalse();
  }
}
