package dev.parley.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a hub finds that another one has left. */
class SurvivorsTest {
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

  private ProcessHandle started() throws InterruptedException {
    SupervisedProcess process =
        world.open().start(world.spec("one", "sleep", "1000"), ProcessHooks.NONE);
    return ProcessHandle.of(process.pid()).orElseThrow();
  }

  @Test
  void whatRunsIsRememberedWithItsNotesAndWithoutItsVariables() throws Exception {
    ProcessHandle process = started();

    assertThat(Files.readString(world.runFile("one")))
        .contains("pid=" + process.pid(), "startedAt=", "note=kept")
        .doesNotContain("s3cret");
  }

  @Test
  void whatRunsStillIsStoppedAndToldWithItsNotes() throws Exception {
    ProcessHandle process = started();

    Processes next = world.open();

    await().until(() -> !process.isAlive());
    assertThat(world.survivors)
        .containsExactly(new Survivor("one", "tool", Map.of("note", "kept"), Ending.TERMINATED));
    assertThat(world.runFile("one")).doesNotExist();
    assertThat(next.all()).isEmpty();
  }

  /** The hub was killed between writing down that it starts one and learning its number. */
  @Test
  void oneWhosePidWasNeverWrittenDownIsFoundByItsMark() throws Exception {
    ProcessHandle process = started();
    String remembered = Files.readString(world.runFile("one"));
    Files.writeString(world.runFile("one"), remembered.replaceAll("(pid|startedAt)=\\d+", "$1=0"));

    world.open();

    await().until(() -> !process.isAlive());
  }

  @Test
  void aNumberThatIsSomebodyElsesByNowIsLeftAlone() throws Exception {
    Process other = new ProcessBuilder("sleep", "1000").start();
    try {
      new RunFiles(world.runFolder())
          .write(
              new RunFiles.Remembered(
                  "one", "tool", "no such mark", other.pid(), 1_000, "", Map.of()));

      world.open();

      assertThat(other.isAlive()).isTrue();
      assertThat(world.survivors)
          .containsExactly(new Survivor("one", "tool", Map.of(), Ending.HAD_EXITED));
      assertThat(world.runFile("one")).doesNotExist();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void aFileThatSaysNothingIsLeftAlone() throws Exception {
    Files.createDirectories(world.runFolder());
    Files.writeString(world.runFile("one"), "pid=x\n");

    assertThat(world.open().all()).isEmpty();
    assertThat(world.runFile("one")).exists();
    assertThat(world.survivors).isEmpty();
  }
}
