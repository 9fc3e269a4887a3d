package dev.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same against the hub that was just built, so that bench and protocol do not drift apart. */
class BenchIT {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path directory;

  @Test
  void theHubCanBeMeasured() throws Exception {
    assumeThat(HOME.resolve("hub/target/parley/ready")).exists();
    // The hub of this build, whatever changed meanwhile: no build may start inside a build.
    Path parley = directory.resolve("parley");
    Files.writeString(
        parley, "#!/bin/sh\nPARLEY_NO_BUILD=1 exec '%s/bin/parley' \"$@\"\n".formatted(HOME));
    Files.setPosixFilePermissions(parley, PosixFilePermissions.fromString("rwx------"));

    int exit =
        Bench.commandLine()
            .execute(
                "e2e",
                "inbox",
                "mcp",
                "broadcast",
                "follow",
                "gateway",
                "reconnect",
                "--bots=40",
                "--returning=40",
                "--messages=1600",
                "--rounds=1",
                "--requests=20",
                "--stored=1000",
                "--listeners=1100",
                "--parley=" + parley,
                "--directory=" + directory);

    assertThat(exit).isZero();
    assertThat(Files.readString(directory.resolve("report.md")))
        .contains("end to end, Parley:")
        .contains("end to end, Parley with its Java client:")
        .contains("processor time of the hub by threads")
        .contains("receipt of a broadcast to 1,100 agents")
        .contains("a follower that starts ")
        .contains("the gateway end to end")
        .contains("40 bots in 4 channels said 400 messages, 3,600 deliveries")
        .contains("40 bots come back to a hub that was killed")
        .contains("nothing lost, doubled or out of order")
        .contains("MCP `tools/call send_message`")
        .contains("`receive` 10 of an inbox with 1,000")
        .contains("`history` 50 of an inbox with 1,000");
  }
}
