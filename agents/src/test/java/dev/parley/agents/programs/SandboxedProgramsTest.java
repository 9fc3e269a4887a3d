package dev.parley.agents.programs;

import static dev.parley.agents.programs.ProgramsWorld.id;
import static dev.parley.agents.programs.ProgramsWorld.order;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.processes.LogReader;
import dev.parley.processes.sandbox.Confinement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of agents, locked in. What a sandbox keeps out is said by the tests of processes. */
class SandboxedProgramsTest {
  @TempDir private Path folder;

  private ProgramsWorld world;
  private Path work;

  @BeforeEach
  void open() throws Exception {
    world = new ProgramsWorld(folder);
    work = Files.createDirectory(folder.resolve("work"));
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static void requireSandbox() {
    Confinement here = Confinement.here();
    Assumptions.assumeTrue(here.works(), here.description());
  }

  private static Refused refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(Refused.class, call);
  }

  private String file(String name) throws Exception {
    await().until(() -> Files.exists(work.resolve(name)));
    return Files.readString(work.resolve(name)).strip();
  }

  private void ended(Programs programs, String agent) {
    await().until(() -> !programs.of(id(agent)).orElseThrow().isRunning());
  }

  @Test
  void itWorksInItsFolderHasAHomeOfItsOwnAndSeesNothingOfTheHubs() throws Exception {
    requireSandbox();
    Files.writeString(folder.resolve("owner-token"), "prl_owners");
    Programs programs =
        world
            .locked(
                "look",
                List.of(),
                "sh",
                "-c",
                "echo $HOME >home; ls -A %1$s >seen; ls -A %1$s/programs >>seen; echo x >>$HOME/times; wc -l <$HOME/times >d; mv d times; exec sleep 1000"
                    .formatted(folder))
            .open();

    Program program = programs.spawn(order("ada", "look"));

    assertThat(program.isRunning()).isTrue();
    assertThat(file("times")).isEqualTo("1");
    assertThat(file("home")).isEqualTo(world.programsFolder().resolve("home-ada").toString());
    assertThat(file("seen").lines()).containsExactly("programs", "work", "home-ada");
    Program.Stopped _ = programs.stop(id("ada"));
    Files.delete(work.resolve("times"));
    Program _ = programs.spawn(order("ada", "look"));
    assertThat(file("times")).isEqualTo("2");
  }

  @Test
  void withoutASandboxNothingIsChangedAndTheSettingIsNamed() {
    Programs programs =
        world
            .confinement(Confinement.none("bubblewrap (bwrap) is not installed"))
            .locked("look", List.of(), "sleep", "1000")
            .open();

    Refused refused = refusal(() -> programs.spawn(new Order(id("ada"), "look", "do it")));

    assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refused)
        .hasMessageContaining("bubblewrap (bwrap) is not installed")
        .hasMessageContaining("set agents.commands.look.sandbox to false");
    assertThat(world.broker.participants().agent(id("ada"))).isEmpty();
    assertThat(programs.all()).isEmpty();
  }

  @Test
  void aTaskIsInTheInboxAndInTheEnvironmentAlsoWhenTheCommandTakesAPrompt() throws Exception {
    Programs programs =
        world
            .command(
                "say",
                "sh",
                "-c",
                "(echo $1; echo $AGENT_ID; echo $TASK; echo $AGENT_MCP_URL) >work/d; mv work/d"
                    + " work/told; exec sleep 1000",
                "sh",
                "{prompt}")
            .open();

    Program _ = programs.spawn(new Order(id("ada"), "say", "", "count the stars", null));

    assertThat(file("told").lines())
        .containsExactly(
            "get your messages", "ada", "count the stars", "http://127.0.0.1:3100/sse?agentId=ada");
    var copies = world.broker.peek(BoxId.inbox(id("ada")), 10).get(10, TimeUnit.SECONDS);
    assertThat(copies).hasSize(1);
    assertThat(new String(copies.getFirst().message().json(), UTF_8))
        .contains("count the stars", "\"priority\":\"high\"");
  }

  @Test
  void whoTakesNoPromptIsToldOneThing() {
    Programs programs = world.command("sleep", "sleep", "1000").open();

    assertThat(
            refusal(() -> programs.spawn(new Order(id("ada"), "sleep", "this", "that", null)))
                .code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void itWorksInAFolderThatTheOwnerAllowsAndInNoOther() throws Exception {
    Path projects = Files.createDirectories(folder.resolve("projects"));
    Path one = Files.createDirectories(projects.resolve("one"));
    Path secret = Files.createDirectories(folder.resolve("secret"));
    Path link = Files.createSymbolicLink(projects.resolve("link"), secret);
    Programs programs =
        world
            .command("own", "sleep", "1000")
            .locked("any", List.of(projects), "sh", "-c", "pwd >where; exec sleep 1000")
            .open();

    for (Path other : List.of(secret, link, projects.resolve("../secret"), folder)) {
      assertThat(refusal(() -> programs.spawn(new Order(id("ada"), "any", "", "", other))).code())
          .isEqualTo(ErrorCode.FORBIDDEN);
    }
    assertThat(refusal(() -> programs.spawn(new Order(id("ada"), "own", "", "", one))))
        .hasMessageContaining("agents.commands.own.workspaces");
    assertThat(
            refusal(
                    () ->
                        programs.spawn(
                            new Order(id("ada"), "any", "", "", projects.resolve("none"))))
                .code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    requireSandbox();
    Program _ = programs.spawn(new Order(id("ada"), "any", "", "", one));
    await().until(() -> Files.exists(one.resolve("where")));
    await()
        .untilAsserted(
            () ->
                assertThat(Files.readString(one.resolve("where")).strip())
                    .isEqualTo(one.toString()));
  }

  @Test
  void whoGetsTheNameOfAnAgentThatIsGoneFindsNothingOfIt() throws Exception {
    requireSandbox();
    Programs programs =
        world
            .locked(
                "leave",
                List.of(),
                "sh",
                "-c",
                "ls -A $HOME >d; mkdir -p $HOME/deep/deeper; echo diary >$HOME/deep/diary; ln -s /"
                    + " $HOME/link; mv d found; exec sleep 1000")
            .open();
    Program _ = programs.spawn(order("ada", "leave"));
    assertThat(file("found")).isEmpty();
    var _ = world.broker.participants().deleteAgent(id("ada")).get(10, TimeUnit.SECONDS);
    Path home = world.programsFolder().resolve("home-ada");
    await().until(() -> !Files.exists(home));

    // Even if the folder had stayed, as on a hub that was down when the agent went.
    Files.createDirectory(home);
    Files.writeString(home.resolve("diary"), "of the one before");
    Files.delete(work.resolve("found"));
    Program _ = programs.spawn(order("ada", "leave"));

    assertThat(file("found")).isEmpty();
    assertThat(home.resolve("diary")).doesNotExist();
  }

  @Test
  void whatItWritesIsReadAsItComesAndAfterItsEnd() throws Exception {
    Programs programs =
        world
            .script("talk", "echo first; while [ ! -e work/go ]; do sleep 0.05; done; echo last")
            .open();
    Program _ = programs.spawn(order("ada", "talk"));
    StringBuilder heard = new StringBuilder();
    try (LogReader reader = programs.log(id("ada"), 1_000)) {
      while (!heard.toString().contains("first")) {
        heard.append(reader.next(Duration.ofSeconds(10)));
      }
      Files.createFile(work.resolve("go"));
      while (!reader.isOver()) {
        heard.append(reader.next(Duration.ofSeconds(10)));
      }
    }

    assertThat(heard.toString()).contains("first\nlast\n").endsWith("ended with code 0\n");
    ended(programs, "ada");
    try (LogReader reader = world.open().log(id("ada"), 20)) {
      assertThat(reader.next(Duration.ZERO)).hasSize(20).endsWith("ended with code 0\n");
      assertThat(reader.next(Duration.ZERO)).isEmpty();
      assertThat(reader.isOver()).isTrue();
    }
    assertThat(refusal(() -> programs.log(id("nobody"), 10)).code()).isEqualTo(ErrorCode.NOT_FOUND);
  }
}
