package dev.parley.agents.programs;

import static dev.parley.agents.programs.ProgramsWorld.LONG;
import static dev.parley.agents.programs.ProgramsWorld.id;
import static dev.parley.agents.programs.ProgramsWorld.order;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.identity.Token;
import dev.parley.processes.Ending;
import dev.parley.processes.ProcessState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real programs, started and stopped. */
class ProgramsTest {
  @TempDir private Path folder;

  private ProgramsWorld world;

  @BeforeEach
  void open() {
    world = new ProgramsWorld(folder).command("sleep", "sleep", "1000");
  }

  @AfterEach
  void close() {
    world.close();
  }

  private String file(String name) {
    await().until(() -> Files.exists(folder.resolve(name)));
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Agent agent(String id) {
    return world.broker.participants().requireAgent(id(id));
  }

  private static Refused refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return org.assertj.core.api.Assertions.catchThrowableOfType(Refused.class, call);
  }

  @Test
  void aProgramRunsWithATokenOfItsOwnInItsEnvironmentAndFolder() throws Exception {
    Programs programs =
        world
            .variable("HANDED_ON", "handed on")
            .variable("A_SECRET", "of the hub")
            .variable("PARLEY_TOKEN", "the owner's")
            .script("env", "env > env.draft; pwd > folder; mv env.draft env; exec sleep 1000")
            .open();

    Program program = programs.spawn(order("ada", "env"));

    List<String> variables = file("env").lines().toList();
    assertThat(variables)
        .contains(
            "PARLEY_URL=ws://127.0.0.1:3100/ws",
            "PARLEY_MCP_URL=http://127.0.0.1:3100/mcp",
            "PARLEY_AS=ada",
            "HANDED_ON=handed on")
        .anyMatch(line -> line.startsWith("PATH="))
        .noneMatch(line -> line.startsWith("A_SECRET") || line.contains("the owner's"));
    String token =
        variables.stream()
            .filter(line -> line.startsWith("PARLEY_TOKEN="))
            .map(line -> line.substring("PARLEY_TOKEN=".length()))
            .findFirst()
            .orElseThrow();
    assertThat(agent("ada").tokenHash()).isEqualTo(Token.hash(token));
    assertThat(file("folder").strip()).isEqualTo(folder.toRealPath().toString());
    assertThat(program.state()).isEqualTo(new ProcessState.Running());
    assertThat(ProcessHandle.of(program.pid())).get().matches(ProcessHandle::isAlive);
    assertThat(programs.of(id("ada"))).contains(program);
    // Others on the machine can read arguments.
    assertThat(Files.readString(Path.of("/proc/" + program.pid() + "/cmdline")))
        .doesNotContain(token);
  }

  @Test
  void anExistingAgentIsUsedAndItsOldTokenIsVoid() throws Exception {
    world
        .broker
        .participants()
        .createAgent(id("ada"), "Ada", "reads", null, "old hash")
        .get(10, TimeUnit.SECONDS);

    world.open().spawn(order("ada", "sleep"));

    assertThat(agent("ada")).extracting(Agent::name, Agent::description).contains("Ada", "reads");
    assertThat(agent("ada").tokenHash()).isNotNull().isNotEqualTo("old hash");
    assertThat(world.cutOff).containsExactly(id("ada"));
  }

  @Test
  void aPromptReachesTheProgramAsOneArgument() throws Exception {
    Programs programs =
        world
            .command(
                "say",
                "sh",
                "-c",
                "printf '%s|' \"$@\" > args; exec sleep 1000",
                "sh",
                "{prompt}",
                "{agentId}")
            .open();
    String prompt = "two words; $(touch hacked) 'quoted' \"too\" {agentId}\nnext line";

    programs.spawn(new Order(id("ada"), "say", prompt));

    await().untilAsserted(() -> assertThat(file("args")).isEqualTo(prompt + "|ada|"));
    assertThat(folder.resolve("hacked")).doesNotExist();
  }

  @Test
  void aPromptThatIsNoArgumentWaitsInTheInboxBeforeTheProgramStarts() throws Exception {
    world.open().spawn(new Order(id("ada"), "sleep", "count the stars"));

    var copies = world.broker.peek(BoxId.inbox(id("ada")), 10).get(10, TimeUnit.SECONDS);
    assertThat(copies).hasSize(1);
    assertThat(new String(copies.getFirst().message().json(), UTF_8))
        .contains(
            "**Initial Task Assignment:**\\n\\ncount the stars\\n\\n---\\n\\n",
            "please send a message to 'developer'",
            "\"from\":\"developer\"",
            "\"type\":\"task\"",
            "\"priority\":\"high\"");
  }

  @Test
  void spawnReturnsAsSoonAsTheAgentConnects() throws Exception {
    Programs programs = world.settle(LONG).open();
    CompletableFuture<Program> spawned =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return programs.spawn(order("ada", "sleep"));
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    await().until(() -> programs.of(id("ada")).filter(now -> now.pid() > 0).isPresent());
    assertThat(spawned).isNotDone();

    world.broker.presence().connected(id("ada"));

    assertThat(spawned.get(10, TimeUnit.SECONDS).isRunning()).isTrue();
  }

  @Test
  void aProgramThatEndsAtOnceIsAnErrorWithItsLastWords() {
    Programs programs =
        world.settle(LONG).script("crash", "echo starting; echo no key >&2; exit 3").open();

    Refused refused = refusal(() -> programs.spawn(order("ada", "crash")));

    assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refused).hasMessageContaining("code 3").hasMessageEndingWith("starting\nno key");
    assertThat(agent("ada").tokenHash()).isNull();
    assertThat(programs.of(id("ada")).orElseThrow().state())
        .isInstanceOfSatisfying(ProcessState.Exited.class, e -> assertThat(e.code()).isEqualTo(3));
    assertThat(world.programsFolder().resolve("ada.run")).doesNotExist();
  }

  @Test
  void aProgramThatEndsLaterIsShownWithItsCodeAndItsTokenIsWithdrawn() throws Exception {
    Programs programs =
        world.script("work", "while [ ! -e go ]; do sleep 0.05; done; exit 7").open();
    programs.spawn(order("ada", "work"));
    Files.createFile(folder.resolve("go"));

    await()
        .untilAsserted(
            () ->
                assertThat(programs.of(id("ada")).orElseThrow().state())
                    .isInstanceOfSatisfying(
                        ProcessState.Exited.class, e -> assertThat(e.code()).isEqualTo(7)));
    assertThat(agent("ada").tokenHash()).isNull();
    assertThat(world.cutOff).contains(id("ada"));
    Program again = programs.spawn(order("ada", "sleep"));
    assertThat(again.isRunning()).isTrue();
  }

  @Test
  void stoppingEndsTheProgramAndItsTokenAndKeepsTheAgent() throws Exception {
    Programs programs = world.open();
    Program program = programs.spawn(order("ada", "sleep"));

    Program.Stopped stopped = programs.stop(id("ada"));

    assertThat(stopped.ending()).isEqualTo(Ending.TERMINATED);
    assertThat(stopped.program().state())
        .isInstanceOfSatisfying(
            ProcessState.Exited.class, e -> assertThat(e.code()).isEqualTo(143));
    assertThat(isGone(program.pid())).isTrue();
    assertThat(agent("ada").tokenHash()).isNull();
    assertThat(programs.stop(id("ada")).ending()).isEqualTo(Ending.HAD_EXITED);
  }

  private static boolean isGone(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
  }

  @Test
  void whatCannotBeStartedIsRefusedAndChangesNothing() {
    Programs programs =
        world
            .command("gone", "no-such-program-anywhere")
            .command("nothere", "./missing.sh")
            .command("prompted", "sleep", "{prompt}")
            .open();

    assertThat(refusal(() -> programs.spawn(order("ada", "unknown"))))
        .hasMessage("there is no command 'unknown'; there are: gone, nothere, prompted, sleep");
    assertThat(refusal(() -> programs.spawn(order("ada", "gone"))))
        .hasMessageContaining("no-such-program-anywhere");
    assertThat(refusal(() -> programs.spawn(order("ada", "nothere"))).code())
        .isEqualTo(ErrorCode.CONFLICT);
    assertThat(refusal(() -> programs.spawn(order("ada", "prompted"))).code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refusal(() -> programs.spawn(order("developer", "sleep"))).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(world.broker.participants().agentCount()).isZero();
    assertThat(programs.all()).isEmpty();
    assertThat(refusal(() -> programs.stop(id("ada"))).code()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void nothingMayBeStartedUnlessTheOwnerSaysSo() {
    try (ProgramsWorld bare = new ProgramsWorld(folder)) {
      assertThat(refusal(() -> bare.open().spawn(order("ada", "sh"))))
          .hasMessageContaining("agents.commands");
    }
  }

  @Test
  void oneProgramAnAgentAndNoneForOneThatIsConnectedFromElsewhere() throws Exception {
    Programs programs = world.open();
    programs.spawn(order("ada", "sleep"));
    world.broker.presence().connected(id("ben"));

    assertThat(refusal(() -> programs.spawn(order("ada", "sleep"))).code())
        .isEqualTo(ErrorCode.CONFLICT);
    assertThat(refusal(() -> programs.spawn(order("ben", "sleep"))).code())
        .isEqualTo(ErrorCode.CONFLICT);
    assertThat(programs.all()).hasSize(1);
  }

  @Test
  void noMoreRunAtATimeThanMay() throws Exception {
    Programs programs = world.runningMax(3).open();
    List<CompletableFuture<Boolean>> started =
        java.util.stream.IntStream.range(0, 10)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> started(programs, "agent-" + i)))
            .toList();

    assertThat(started.stream().map(CompletableFuture::join).filter(ok -> ok)).hasSize(3);
    assertThat(programs.all()).hasSize(3).allMatch(Program::isRunning);
    assertThat(world.broker.participants().agentCount()).isEqualTo(3);

    programs.stop(programs.all().getFirst().agent());
    assertThat(started(programs, "another")).isTrue();
  }

  private static boolean started(Programs programs, String agent) {
    try {
      return programs.spawn(order(agent, "sleep")).isRunning();
    } catch (Refused e) {
      assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aDeletedAgentsProgramIsStopped() throws Exception {
    Programs programs = world.open();
    Program program = programs.spawn(order("ada", "sleep"));

    world.broker.participants().deleteAgent(id("ada")).get(10, TimeUnit.SECONDS);

    await().until(() -> isGone(program.pid()));
    assertThat(programs.all()).isEmpty();
    await().until(() -> !Files.exists(world.programsFolder().resolve("ada.run")));
  }

  @Test
  void closingStopsEverythingAndNothingIsStartedAfterwards() throws Exception {
    Programs programs =
        world
            .grace(Duration.ofMillis(50))
            .script("deaf", "trap '' TERM; touch deaf; while true; do sleep 0.2; done")
            .open();
    Program ada = programs.spawn(order("ada", "sleep"));
    Program ben = programs.spawn(order("ben", "deaf"));
    file("deaf");

    programs.close();

    assertThat(List.of(ada.pid(), ben.pid())).allMatch(ProgramsTest::isGone);
    assertThat(agent("ada").tokenHash()).isNull();
    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> programs.spawn(order("cy", "sleep")))
        .extracting(Refused::code)
        .isEqualTo(ErrorCode.SHUTTING_DOWN);
  }

  @Test
  void whatIsSaidIsInTheLogWithoutTheToken() throws Exception {
    Programs programs =
        world
            .settle(LONG)
            .script("talk", "echo \"token $PARLEY_TOKEN\"; echo on stderr >&2; exit 1")
            .open();

    Refused refused = refusal(() -> programs.spawn(order("ada", "talk")));

    Path log = programs.of(id("ada")).orElseThrow().log();
    assertThat(log).isEqualTo(world.programsFolder().resolve("ada.log"));
    assertThat(Files.readString(log))
        .startsWith("--- talk, process ")
        .contains("token prl_[withheld]\non stderr\n")
        .endsWith("ended with code 1\n");
    assertThat(refused).hasMessageContaining("prl_[withheld]");
  }
}
