package dev.parley.processes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.processes.ProcessState.Exited;
import dev.parley.processes.ProcessState.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, started and stopped. */
class ProcessesTest {
  @TempDir private Path folder;

  private World world;

  @BeforeEach
  void open() {
    world = new World(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static Refused refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(Refused.class, call);
  }

  /** Notes when it is called, and whether the run file was there then. */
  private final class Calls implements ProcessHooks {
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final Path runFile;

    Calls(String name) {
      runFile = world.runFile(name);
    }

    @Override
    public void beforeStart() {
      calls.add("before, remembered: " + Files.exists(runFile));
    }

    @Override
    public void afterEnd() {
      calls.add("after");
    }
  }

  @Test
  void aProcessRunsInItsFolderWithTheVariablesItIsGivenAndAMark() throws Exception {
    SupervisedProcess process =
        world
            .open()
            .start(
                world.script("one", "env > env.draft; mv env.draft env; exec sleep 1000"),
                ProcessHooks.NONE);

    assertThat(world.file("env").lines())
        .contains("KEY=s3cret", "PWD=" + folder.toRealPath())
        .anyMatch(line -> line.startsWith("PARLEY_RUN="))
        .noneMatch(line -> line.startsWith("HOME="));
    assertThat(process.state()).isEqualTo(new Running());
    assertThat(process.since()).isEqualTo(World.NOW);
    assertThat(ProcessHandle.of(process.pid())).get().matches(ProcessHandle::isAlive);
  }

  @Test
  void whatItWritesIsInItsLogWithoutSecrets() throws Exception {
    SupervisedProcess process =
        world
            .open()
            .start(
                world.script("one", "echo key $KEY; echo on stderr >&2; exit 3"),
                ProcessHooks.NONE);

    assertThat(process.ended().get(30, TimeUnit.SECONDS)).isEqualTo(new Exited(3, World.NOW));
    assertThat(process.lastOutput()).isEqualTo("key [withheld]\non stderr");
    assertThat(Files.readString(world.runFolder().resolve("one.log")))
        .startsWith("--- tool, process ")
        .contains("key [withheld]\non stderr\n")
        .endsWith("ended with code 3\n");
  }

  @Test
  void aProcessThatIsTalkedWithReadsAndWritesAndOnlyItsErrorsAreLogged() throws Exception {
    StringBuilder heard = new StringBuilder();
    SupervisedProcess process =
        world
            .open()
            .start(
                world.script("one", "read line; echo got $line; echo on stderr >&2; exit 3"),
                ProcessHooks.NONE,
                output -> heard.append(new String(output.readAllBytes(), UTF_8)));
    process.input().write("hello\n".getBytes(UTF_8));
    process.input().close();

    assertThat(process.ended().get(30, TimeUnit.SECONDS)).isEqualTo(new Exited(3, World.NOW));
    assertThat(heard.toString()).isEqualTo("got hello\n");
    assertThat(process.lastOutput()).isEqualTo("on stderr");
  }

  @Test
  void outputAndErrorsGoToFilesOfItsOwnersAndItReadsNothing() throws Exception {
    Path output = folder.resolve("out");
    Path errors = folder.resolve("errors");
    SupervisedProcess process =
        world
            .open()
            .start(
                world.script("one", "cat; echo key $KEY; echo on stderr >&2; exit 3"),
                ProcessHooks.NONE,
                output,
                errors);

    assertThat(process.ended().get(30, TimeUnit.SECONDS)).isEqualTo(new Exited(3, World.NOW));
    assertThat(Files.readString(output)).isEqualTo("key [withheld]\n");
    assertThat(Files.readString(errors)).contains("on stderr\n").endsWith("ended with code 3\n");
    assertThat(process.log()).isEqualTo(errors);
    assertThat(world.runFolder().resolve("one.log")).doesNotExist();
  }

  @Test
  void whoStopsReadingDoesNotHoldTheProcessUp() throws Exception {
    SupervisedProcess process =
        world
            .open()
            .start(
                world.script("one", "head -c 1000000 /dev/zero; exit 4"),
                ProcessHooks.NONE,
                _ -> {});

    assertThat(process.ended().get(30, TimeUnit.SECONDS)).isEqualTo(new Exited(4, World.NOW));
  }

  @Test
  void itsOwnerActsBeforeItStartsAndAfterAllOfItHasEnded() throws Exception {
    Calls hooks = new Calls("one");
    SupervisedProcess process = world.open().start(world.script("one", "exit 0"), hooks);

    process.ended().get(30, TimeUnit.SECONDS);

    assertThat(hooks.calls).containsExactly("before, remembered: true", "after");
    assertThat(world.runFile("one")).doesNotExist();
  }

  @Test
  void stoppingEndsTheProcessAndWhatItHasStarted() throws Exception {
    // The second one is nobody's child any more: its parent is gone.
    SupervisedProcess process =
        world
            .open()
            .start(
                world.script(
                    "one", "sleep 1001 & echo $! > one; (sleep 1002 & echo $! > two); wait"),
                ProcessHooks.NONE);
    List<Long> all = List.of(process.pid(), world.pid("one"), world.pid("two"));

    assertThat(process.stop()).isEqualTo(Ending.TERMINATED);

    assertThat(process.state()).isEqualTo(new Exited(143, World.NOW));
    assertThat(all).allMatch(World::isGone);
    assertThat(process.stop()).isEqualTo(Ending.HAD_EXITED);
  }

  @Test
  void oneThatIgnoresBeingAskedIsKilled() throws Exception {
    SupervisedProcess process =
        world
            .grace(Duration.ofMillis(50))
            .open()
            .start(
                world.script(
                    "deaf", "trap '' TERM; echo yes > deaf; while true; do sleep 0.2; done"),
                ProcessHooks.NONE);
    world.file("deaf");

    assertThat(process.stop()).isEqualTo(Ending.KILLED);

    assertThat(process.state()).isEqualTo(new Exited(137, World.NOW));
    assertThat(World.isGone(process.pid())).isTrue();
  }

  @Test
  void whatAProcessLeavesBehindEndsWithIt() throws Exception {
    SupervisedProcess process =
        world
            .open()
            .start(world.script("daemon", "sleep 1003 & echo $! > left"), ProcessHooks.NONE);

    process.ended().get(30, TimeUnit.SECONDS);

    assertThat(World.isGone(world.pid("left"))).isTrue();
  }

  @Test
  void oneProcessANameAndNoMoreThanMay() throws Exception {
    Processes processes = world.runningMax(2).open();
    processes.start(world.spec("one", "sleep", "1000"), ProcessHooks.NONE);
    Calls hooks = new Calls("two");

    assertThat(refusal(() -> processes.start(world.spec("one", "sleep", "1000"), hooks)).code())
        .isEqualTo(ErrorCode.CONFLICT);
    processes.start(world.spec("two", "sleep", "1000"), ProcessHooks.NONE);
    Refused tooMany = refusal(() -> processes.start(world.spec("three", "sleep", "1"), hooks));

    assertThat(tooMany.code()).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(tooMany).hasMessageContaining("things.max");
    assertThat(hooks.calls).isEmpty();
    assertThat(processes.all()).extracting(SupervisedProcess::name).containsExactly("one", "two");
  }

  @Test
  void oneThatCannotBeStartedLeavesNothing() {
    Processes processes = world.open();
    Calls hooks = new Calls("one");

    Refused refused =
        refusal(() -> processes.start(world.spec("one", "no-such-program", "s3cret"), hooks));

    assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refused).hasMessageContaining("no-such-program");
    assertThat(hooks.calls).containsExactly("before, remembered: true", "after");
    assertThat(processes.all()).isEmpty();
    assertThat(world.runFile("one")).doesNotExist();
  }

  @Test
  void oneThatIsDiscardedIsStoppedAndForgotten() throws Exception {
    Processes processes = world.open();
    SupervisedProcess process =
        processes.start(world.spec("one", "sleep", "1000"), ProcessHooks.NONE);

    processes.discard("one");

    assertThat(processes.find("one")).isEmpty();
    process.ended().get(30, TimeUnit.SECONDS);
    assertThat(World.isGone(process.pid())).isTrue();
    assertThat(world.runFile("one")).doesNotExist();
  }

  @Test
  void closingStopsEverythingAndNothingIsStartedAfterwards() throws Exception {
    Processes processes = world.open();
    SupervisedProcess process =
        processes.start(world.spec("one", "sleep", "1000"), ProcessHooks.NONE);

    processes.close();

    assertThat(World.isGone(process.pid())).isTrue();
    Refused refused =
        refusal(() -> processes.start(world.spec("two", "sleep", "1000"), ProcessHooks.NONE));
    assertThat(refused.code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
  }

  /** The system sends the signal when the thread that has started the process ends. */
  @Test
  void oneThatDiesWithItsParentOutlivesTheThreadThatAskedForIt() throws Exception {
    Processes processes = world.open();
    ProcessSpec bound =
        world.spec(
            "one", "setpriv", "--pdeathsig", "KILL", "sh", "-c", "echo $$ > pid; exec sleep 1000");
    Thread asking =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    processes.start(bound, ProcessHooks.NONE);
                    world.file("pid");
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    asking.join();
    // The system has time to end that thread while another process comes and goes.
    SupervisedProcess other = processes.start(world.script("two", "sleep 0.2"), ProcessHooks.NONE);
    other.ended().get(30, TimeUnit.SECONDS);

    assertThat(World.isGone(world.pid("pid"))).isFalse();
    assertThat(processes.find("one")).get().matches(SupervisedProcess::isLive);
  }

  @Test
  void aNameIsThatOfAFile() {
    for (String name : List.of("", "a/b", "a\0b", "x".repeat(201))) {
      assertThatIllegalArgumentException().isThrownBy(() -> world.spec(name, "true"));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ProcessSpec(
                    "one",
                    "tool",
                    List.of("true"),
                    folder,
                    Map.of(),
                    List.of(),
                    Map.of("pid", "1")));
  }

  @Test
  void neitherSpecsNorSecretsSayWhatTheyHide() {
    ProcessSpec spec = world.spec("one", "tool", "s3cret");

    assertThat(spec.toString()).doesNotContain("s3cret");
    assertThat(spec.secrets().toString()).doesNotContain("s3cret");
  }

  @Test
  void whatWasStoppedMayBeStartedAgain() throws Exception {
    Processes processes = world.open();
    processes.start(world.spec("one", "sleep", "1000"), ProcessHooks.NONE).stop();

    SupervisedProcess again =
        processes.start(world.spec("one", "sleep", "1000"), ProcessHooks.NONE);

    await().until(() -> Files.exists(world.runFile("one")));
    assertThat(again.isLive()).isTrue();
  }
}
