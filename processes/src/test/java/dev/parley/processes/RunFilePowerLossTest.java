package dev.parley.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testkit.disk.OnForgetfulDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is remembered of processes on a disk that loses what was not synced. */
class RunFilePowerLossTest extends OnForgetfulDisk {
  private static final int SEEDS = 20;

  /** No process has a number as large as this. */
  private static final long NOBODYS_PID = Integer.MAX_VALUE;

  private static RunFiles.Remembered run(String name, long pid) {
    return new RunFiles.Remembered(
        name, "tool", "mark-" + name, pid, 7, "", Map.of("note", "kept"));
  }

  @Test
  void whatIsWrittenDownIsReadWholeAndOnce() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      Path runs = disk.folder().resolve("srv/runs" + seed);
      RunFiles files = new RunFiles(runs);
      files.write(run("one", 0));
      files.write(run("one", NOBODYS_PID));
      files.write(run("two", NOBODYS_PID));

      disk.losePower(seed);

      assertThat(new RunFiles(runs).all())
          .as("seed %d", seed)
          .containsExactlyInAnyOrder(run("one", NOBODYS_PID), run("two", NOBODYS_PID));
    }
  }

  @Test
  void aStartDealsWithWhateverIsLeft() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      Path home = disk.folder().resolve("srv/home" + seed);
      World world = new World(home);
      RunFiles files = new RunFiles(world.runFolder());
      files.write(run("ended", NOBODYS_PID));
      files.delete("ended"); // a power loss may bring it back
      files.write(run("running", NOBODYS_PID));
      Files.writeString(world.runFolder().resolve("cut.run.draft"), "pid=1");
      Files.writeString(world.runFolder().resolve("running.log"), "a line");

      disk.losePower(seed);

      Processes next = world.open();
      assertThat(next.all()).as("seed %d", seed).isEmpty();
      assertThat(world.survivors)
          .as("seed %d", seed)
          .extracting(Survivor::name)
          .contains("running")
          .isSubsetOf(List.of("running", "ended"));
      assertThat(world.runFile("running")).as("seed %d", seed).doesNotExist();
      next.close();
    }
  }
}
