package dev.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bench.engine.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** A run with few messages against the fake hub, and against the engines that are installed. */
class BenchTest {
  @TempDir Path directory;

  @Test
  void aSmallRunLeavesATableAndFigures() throws Exception {
    Path json = directory.resolve("figures.json");

    int exit =
        Bench.commandLine()
            .execute(
                "ceiling",
                "e2e",
                "reqrep",
                "idle",
                "--fake",
                "--messages=1600",
                "--requests=50",
                "--rounds=1",
                "--idle=100",
                "--rest=0",
                "--directory=" + directory,
                "--json=" + json);

    assertThat(exit).isZero();
    String table = Files.readString(directory.resolve("report.md"));
    assertThat(table)
        .contains("the load generator alone")
        .contains("held 100 of 100")
        .contains("end to end, fake hub")
        .contains("nothing lost, doubled or out of order");
    assertThat(table.contains("NATS JetStream"))
        .isEqualTo(Target.installed("nats-server").isPresent());
    assertThat(table.contains("Redis Streams"))
        .isEqualTo(Target.installed("redis-server").isPresent());
    assertThat(Files.readString(json)).contains("\"fsyncMicros\"");
  }

  @Test
  void withoutAHubThereIsNothingToMeasure() {
    assertThat(Bench.commandLine().execute("e2e", "--parley=/nowhere/parley"))
        .isEqualTo(ExitCode.USAGE);
  }
}
