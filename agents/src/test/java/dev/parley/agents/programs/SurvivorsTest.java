package dev.parley.agents.programs;

import static dev.parley.agents.programs.ProgramsWorld.id;
import static dev.parley.agents.programs.ProgramsWorld.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hub that finds what another one has left. */
class SurvivorsTest {
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

  private Path runFile(String agent) {
    return world.programsFolder().resolve(agent + ".run");
  }

  @Test
  void whatRunsIsRememberedWithoutItsToken() throws Exception {
    Program program = world.open().spawn(order("ada", "sleep"));

    String remembered = Files.readString(runFile("ada"));
    assertThat(remembered).contains("pid=" + program.pid(), "startedAt=").doesNotContain("prl_");
  }

  @Test
  void whatRunsStillIsStoppedAndItsTokenWithdrawn() throws Exception {
    Program program = world.open().spawn(order("ada", "sleep"));
    ProcessHandle process = ProcessHandle.of(program.pid()).orElseThrow();

    Programs next = world.open();

    await().until(() -> !process.isAlive());
    assertThat(world.broker.participants().requireAgent(id("ada")).tokenHash()).isNull();
    assertThat(runFile("ada")).doesNotExist();
    assertThat(next.all()).isEmpty();
    await()
        .untilAsserted(
            () ->
                assertThat(world.audit.page(Long.MAX_VALUE, 10, null, null))
                    .extracting(entry -> entry.who() + " " + entry.action() + " " + entry.subject())
                    .containsExactly("hub agent.stop ada sleep left over"));
  }

  @Test
  void aFileThatSaysNothingIsLeftAlone() throws Exception {
    Files.createDirectories(world.programsFolder());
    Files.writeString(runFile("ada"), "pid=x\n");

    assertThat(world.open().all()).isEmpty();
    assertThat(runFile("ada")).exists();
  }
}
