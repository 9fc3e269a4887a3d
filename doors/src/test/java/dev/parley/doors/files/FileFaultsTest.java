package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.core.address.AgentId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full or cannot be written: nothing is lost, and it goes on when that is over. */
class FileFaultsTest {
  @TempDir private Path directory;
  private Path disk;
  private FilesWorld world;

  @BeforeEach
  void mountASmallDisk() throws Exception {
    disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk.toString()),
        "file systems cannot be mounted here");
    world = new FilesWorld(FilesConfig.in(disk.resolve("bots"))).bots("commander", "engineer");
  }

  @AfterEach
  void unmount() throws Exception {
    if (world != null) {
      world.close();
      run("mount", "-o", "remount,rw", disk.toString());
      run("umount", disk.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private void fill() throws IOException {
    byte[] block = new byte[4_096];
    try (var filler = Files.newOutputStream(disk.resolve("filler"))) {
      while (true) {
        filler.write(block);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("space");
    }
  }

  @Test
  void aFullDiskKeepsMessagesInTheHubUntilThereIsRoom() throws Exception {
    fill();
    world.send("commander", "engineer", "later");
    Deliverer deliverer = world.deliverer("engineer");

    assertThatThrownBy(deliverer::pass).isInstanceOf(IOException.class);
    assertThat(world.inbox("engineer")).isEmptyDirectory();

    Files.delete(disk.resolve("filler"));
    deliverer.pass();

    assertThat(FilesWorld.files(world.inbox("engineer"))).hasSize(1);
    assertThat(FilesWorld.files(world.root.resolve("engineer/.parley/staging"))).isEmpty();
  }

  @Test
  void onAReadOnlyDiskNothingIsTakenBecauseNothingCouldBeConsumed() throws Exception {
    world.drop(world.outbox("commander"), "m.json", "{'to':'engineer','content':'x'}");
    assumeTrue(run("mount", "-o", "remount,ro", disk.toString()));
    Collector collector = world.collector("commander");

    assertThatThrownBy(collector::pass)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not writable");
    assertThat(world.received("engineer")).isEmpty();

    assumeTrue(run("mount", "-o", "remount,rw", disk.toString()));
    collector.pass();

    assertThat(world.contents("engineer")).containsExactly("x");
  }

  @Test
  void onAReadOnlyDiskNothingIsDeliveredAndNothingIsMarked() throws Exception {
    world.send("commander", "engineer", "x");
    assumeTrue(run("mount", "-o", "remount,ro", disk.toString()));

    assertThatThrownBy(world.deliverer("engineer")::pass).isInstanceOf(IOException.class);

    assertThat(
            world.broker.peek(dev.parley.core.store.BoxId.inbox(new AgentId("engineer")), 10).get())
        .hasSize(1);
  }
}
