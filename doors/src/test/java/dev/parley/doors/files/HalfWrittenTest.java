package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is still being written is waited for, but not for ever. */
class HalfWrittenTest {
  @TempDir private Path directory;
  private FilesWorld world;
  private Collector collector;
  private Path file;

  @BeforeEach
  void start() throws Exception {
    world = new FilesWorld(directory).bots("slow", "engineer");
    collector = world.collector("slow");
    file = world.drop(world.outbox("slow"), "m.json", "{'to':'engineer',");
  }

  @AfterEach
  void stop() {
    world.close();
  }

  @Test
  void itIsTakenOnceItIsWhole() throws Exception {
    collector.pass();
    assertThat(collector.waiting()).isEqualTo(1);

    Files.writeString(file, "{\"to\":\"engineer\",\"content\":\"whole\"}");
    collector.pass();

    assertThat(world.contents("engineer")).containsExactly("whole");
    assertThat(collector.waiting()).isZero();
  }

  @Test
  void itIsLeftWhereItIsForAsLongAsItGrows() throws Exception {
    for (int i = 0; i < 10; i++) {
      collector.pass();
      Files.writeString(file, Files.readString(file) + " ");
      world.clock += 4_900;
    }
    collector.pass();

    assertThat(file).exists();
    assertThat(world.rejected("slow")).isEmptyDirectory();
  }

  @Test
  void itIsRejectedOnceItHasBeenQuietForLong() throws Exception {
    collector.pass();
    world.clock += 4_999;
    collector.pass();
    assertThat(file).exists();

    world.clock += 1;
    collector.pass();

    assertThat(file).doesNotExist();
    assertThat(world.reason("slow", "m.json")).contains("it is not JSON");
  }

  @Test
  void evenAFileThatKeepsGrowingIsRejectedInTheEnd() throws Exception {
    for (int i = 0; i < 61; i++) {
      collector.pass();
      if (Files.exists(file)) {
        Files.writeString(file, Files.readString(file) + " ");
      }
      world.clock += 1_000;
    }

    assertThat(file).doesNotExist();
  }

  @Test
  void othersDoNotWaitForIt() throws Exception {
    world.drop(world.outbox("slow"), "n.json", "{'to':'engineer','content':'meanwhile'}");

    collector.pass();

    assertThat(world.contents("engineer")).containsExactly("meanwhile");
    assertThat(file).exists();
  }

  @Test
  void onesThatAreTakenAwayAreForgotten() throws Exception {
    collector.pass();
    Files.delete(file);
    collector.pass();

    assertThat(collector.waiting()).isZero();
  }
}
