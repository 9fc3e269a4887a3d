package dev.parley.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.processes.ProcessState.Exited;
import dev.parley.processes.sandbox.Confinement;
import dev.parley.processes.sandbox.Limits;
import dev.parley.processes.sandbox.Sandbox;
import dev.parley.testkit.process.Program;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program in a sandbox tries, and does not get. */
class HostileProgramTest {
  @TempDir private Path folder;

  private SandboxWorld world;

  @BeforeEach
  void open() throws Exception {
    world = new SandboxWorld(folder);
  }

  @AfterEach
  void close() {
    if (world != null) {
      world.close();
    }
  }

  @Test
  void itRunsWithAHomeThatIsKeptAndATmpThatIsNot() throws Exception {
    String said =
        world.said("echo kept >\"$HOME/kept\"; echo gone >/tmp/gone; cd; pwd; cat kept /tmp/gone");

    assertThat(said).isEqualTo(world.home + "\nkept\ngone");
    assertThat(world.home.resolve("kept")).hasContent("kept");
    assertThat(Path.of("/tmp/gone")).doesNotExist();
  }

  @Test
  void itReadsNoFileOfTheOwners() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "the owner's");

    String said =
        world.said(
            "cat %s /etc/shadow /root/.bashrc; ls -A /root /home /var /run /opt; echo done"
                .formatted(secret));

    assertThat(said).doesNotContain("the owner's", "root:").endsWith("done");
    assertThat(said.lines().filter(line -> line.contains("No such file"))).hasSize(7);
  }

  @Test
  void itSeesNothingOfTheHubsFolderAlsoWhenItMayWriteAroundIt() throws Exception {
    Path data = Files.createDirectories(folder.resolve("project/.parley"));
    Files.writeString(data.resolve("owner-token"), "prl_secret");
    Path own = Files.createDirectories(data.resolve("programs/own"));
    Sandbox sandbox = world.sandbox().writing(folder.resolve("project")).hiding(data).writing(own);

    String said =
        world.said(
            sandbox,
            "cd %s; ls -A .parley; cat .parley/owner-token; echo x >.parley/x; echo y >%s/y; echo z >z; echo done"
                .formatted(folder.resolve("project"), own));

    assertThat(said)
        .contains("Read-only file system")
        .doesNotContain("prl_secret")
        .endsWith("done");
    assertThat(data.resolve("x")).doesNotExist();
    assertThat(own.resolve("y")).hasContent("y");
    assertThat(folder.resolve("project/z")).hasContent("z");
  }

  @Test
  void itSeesNothingOfOthersPrograms() throws Exception {
    Path other = Files.createDirectories(world.world.runFolder().resolve("home-other"));
    Files.writeString(other.resolve("diary"), "dear diary");

    String said = world.said("cat %s/diary; ls %s".formatted(other, world.world.runFolder()));

    assertThat(said).doesNotContain("dear diary").contains("No such file");
  }

  @Test
  void itWritesNowhereElse() throws Exception {
    Path readable = Files.createDirectory(folder.resolve("readable"));
    Files.writeString(readable.resolve("a"), "as it was");

    String said =
        world.said(
            world.sandbox().reading(readable),
            ("for f in /x /usr/x /usr/bin/x /etc/x /dev/x /proc/sys/vm/overcommit_ratio"
                    + " %1$s/a %1$s/b; do (echo 1 >$f) 2>/dev/null && echo wrote $f; done;"
                    + " mv %1$s/a /tmp; mount -t tmpfs none /usr; cat %1$s/a")
                .formatted(readable));

    assertThat(said).doesNotContain("wrote").endsWith("as it was");
    assertThat(readable.resolve("a")).hasContent("as it was");
    assertThat(readable.resolve("b")).doesNotExist();
  }

  @Test
  void aLinkItLeftInItsFolderDoesNotLeadTheNextOneOut() throws Exception {
    Path project = Files.createDirectory(folder.resolve("project"));
    Path secrets = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("a"), "the owner's");
    Sandbox sandbox = world.sandbox().writing(project);

    String said =
        world.said(sandbox, "ln -s %s %s/docs; cat %2$s/docs/a".formatted(secrets, project));
    Refused refused =
        catchThrowableOfType(
            Refused.class,
            () ->
                world.start(
                    sandbox.reading(project.resolve("docs")), "cat " + project + "/docs/a"));

    assertThat(said).contains("No such file");
    assertThat(refused).hasMessageContaining("is a link in a folder that the program may write");
  }

  @Test
  void itSeesNoProcessButItsOwnAndNotTheHubsEnvironment() throws Exception {
    long hub = ProcessHandle.current().pid();

    String said =
        world.said(
            "cat /proc/[0-9]*/environ | tr '\\0' '\\n' >env; ls -d /proc/[0-9]* | wc -l;"
                + " kill -9 %d; kill -9 -1; echo not reached".formatted(hub));

    assertThat(ProcessHandle.current().isAlive()).isTrue();
    assertThat(Integer.parseInt(said.lines().findFirst().orElseThrow())).isLessThan(8);
    assertThat(Files.readAllLines(world.home.resolve("env")))
        .contains("KEY=s3cret")
        .noneMatch(line -> line.startsWith("JAVA_HOME") || line.startsWith("MAVEN"))
        .noneMatch(line -> line.startsWith("HOME=/root"));
  }

  @Test
  void withoutANetworkItReachesNothingNotEvenThisMachine() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      String connect =
          "bash -c 'exec 3<>/dev/tcp/127.0.0.1/%d && echo connected'; ls /sys/class/net; cat /proc/net/dev"
              .formatted(server.getLocalPort());

      assertThat(world.said(connect)).doesNotContain("connected", "eth").contains("lo:");
      assertThat(world.said(world.sandbox().withNetwork(true), connect)).contains("connected");
    }
  }

  @Test
  void aForkBombStaysWithinItsNumberOfProcesses() throws Exception {
    Assumptions.assumeFalse(
        Confinement.here().description().contains("processes not limited"),
        Confinement.here().description());
    SupervisedProcess process =
        world.start(
            world.sandbox(),
            "(i=0; while [ $i -lt 200 ]; do sleep 1000 & i=$((i+1)); done; echo all started);"
                + " echo over; exec sleep 1000");

    await().untilAsserted(() -> assertThat(process.lastOutput()).endsWith("over"));
    long started = ProcessHandle.of(process.pid()).orElseThrow().descendants().count();
    Ending _ = process.stop();

    assertThat(process.lastOutput()).doesNotContain("all started");
    assertThat(started).isBetween(10L, 42L);
  }

  @Test
  void itTakesNoMoreMemoryThanItMay() throws Exception {
    String taking =
        """
        perl -e '$| = 1; for my $i (1 .. 40) { $x .= "x" x (8 << 20); print "$i "; } print "all of it"'
        """;

    assertThat(world.said(taking)).doesNotContain("all of it");
  }

  @Test
  void itFillsNeitherTheDiskNorWhatIsKeptInMemory() throws Exception {
    String said =
        world.said(
            "for f in \"$HOME/big\" /tmp/big /dev/shm/big; do"
                + " dd if=/dev/zero of=$f bs=65536 count=4000 2>/dev/null; wc -c <$f; done;"
                + " i=0; while [ $i -lt 40 ]; do"
                + " dd if=/dev/zero of=/tmp/$i bs=65536 count=16 2>/dev/null || break;"
                + " i=$((i+1)); done; echo $i files");

    assertThat(said.lines().limit(3)).allMatch(size -> Long.parseLong(size.strip()) <= 2 << 20);
    assertThat(said).doesNotContain("40 files").endsWith(" files");
    assertThat(Files.size(world.home.resolve("big"))).isLessThanOrEqualTo(2 << 20);
  }

  @Test
  void itTakesNoMoreTimeThanItMay() throws Exception {
    Limits hurried = SandboxWorld.SMALL.withTime(Duration.ofMillis(300));
    SupervisedProcess process = world.start(world.sandbox().withLimits(hurried), "exec sleep 1000");

    assertThat(process.ended().get(30, TimeUnit.SECONDS)).extracting(Exited::code).isEqualTo(143);
    assertThat(Files.readString(process.log())).contains("is stopped: its time is over");
  }

  @Test
  void itBurnsNoMoreOfTheProcessorThanItMay() throws Exception {
    Limits cool = new Limits(64L << 20, 40, 1, 2L << 20, 64, Duration.ZERO);
    SupervisedProcess process =
        world.start(world.sandbox().withLimits(cool), "while :; do :; done");

    assertThat(process.ended().get(30, TimeUnit.SECONDS)).extracting(Exited::code).isEqualTo(137);
  }

  @Test
  void whatEscapesItsParentsAndWillNotEndIsGoneWhenItIsStopped() throws Exception {
    SupervisedProcess process =
        world.start(
            world.sandbox(),
            "trap '' TERM HUP INT; (setsid sh -c 'trap \"\" TERM HUP; echo out >\"$HOME/out\";"
                + " while :; do sleep 0.05; done' &) & sleep 0.2; exec 3>&-; echo ready;"
                + " while :; do sleep 0.05; done");
    await().until(() -> process.lastOutput().contains("ready"));
    await().until(() -> Files.exists(world.home.resolve("out")));
    var all = ProcessHandle.of(process.pid()).orElseThrow().descendants().toList();
    assertThat(all).hasSizeGreaterThan(2);

    SupervisedProcess stopped = process;
    world.world.close();

    assertThat(stopped.isLive()).isFalse();
    assertThat(all).allMatch(each -> World.isGone(each.pid()));
  }

  @Test
  void beingAskedToEndReachesTheProgramItself() throws Exception {
    SupervisedProcess process =
        world.start(
            world.sandbox(),
            "trap 'echo goodbye; exit 7' TERM; echo ready; while :; do sleep 0.05; done");
    await().until(() -> process.lastOutput().contains("ready"));

    assertThat(process.stop()).isEqualTo(Ending.TERMINATED);
    assertThat(process.lastOutput()).endsWith("goodbye");
    assertThat(process.ended().join().code()).isEqualTo(7);
  }

  @Test
  void itNeitherMakesNamespacesNorUsesWhatTheKernelKeepsForItsUser() throws Exception {
    assertThat(
            world.said(
                "unshare -U true && echo unshared; grep -c 'CapEff.*0000000000000000'"
                    + " /proc/self/status"))
        .doesNotContain("unshared")
        .endsWith("1");
    Assumptions.assumeFalse(
        Confinement.here().description().contains("without a filter"),
        "the numbers of this machine's system calls are not known");
    Assumptions.assumeTrue(Program.find("perl").isPresent(), "perl is not installed");
    Assumptions.assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "the number below is that of amd64");
    // keyctl(KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 0)
    assertThat(world.said("perl -e '$r = syscall(250, 0, -4, 0); print \"$r \", $!+0'"))
        .isEqualTo("-1 1");
  }

  @Test
  void noControlGroupIsLeftBehind() throws Exception {
    String said = world.said("cat /proc/self/cgroup");

    assertThat(said).isNotEmpty();
    try (Stream<Path> groups = Files.walk(Path.of("/sys/fs/cgroup"), 4)) {
      assertThat(
              groups.filter(
                  each ->
                      each.getFileName()
                          .toString()
                          .startsWith("parley-" + ProcessHandle.current().pid() + "-")))
          .isEmpty();
    } catch (java.nio.file.NoSuchFileException e) {
      Assumptions.abort("this machine has no control groups");
    }
  }

  @Test
  void whatItsSandboxDoesNotShowIsRefusedInWordsAndNothingIsStarted() throws Exception {
    Path program = Files.writeString(folder.resolve("tool"), "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Processes processes = world.world.open();

    assertRefused(
        () ->
            processes.start(
                world.world.spec("one", program.toString()).in(world.sandbox().writing(world.home)),
                ProcessHooks.NONE),
        "its sandbox does not show the folder " + folder);
    assertRefused(
        () -> world.start(world.sandbox().reading(Path.of("/")), "true"),
        "/ cannot be shown to a program in a sandbox");
    assertRefused(
        () -> world.start(world.sandbox().reading(folder.resolve("nothing")), "true"),
        folder.resolve("nothing") + " is not there");
    ProcessSpec spec = world.world.spec("two", program.toString());
    ProcessSpec inHome =
        new ProcessSpec(
            "two",
            "tool",
            spec.argv(),
            world.home,
            spec.environment(),
            spec.secrets(),
            spec.notes(),
            world.sandbox());
    assertRefused(
        () -> processes.start(inHome, ProcessHooks.NONE),
        program
            + " is not shown by its sandbox: add the folder in which it is installed to"
            + " 'readable'");
    assertThat(processes.all()).isEmpty();
    assertThat(world.world.runFile("two")).doesNotExist();
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String why) {
    Refused refused = catchThrowableOfType(Refused.class, call);
    assertThat(refused).isNotNull();
    assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refused).hasMessage(why);
  }
}
