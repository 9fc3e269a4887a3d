package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schedules from the command line, and after a restart. */
@Timeout(120)
class ScheduleCommandsIT {
  @TempDir Path folder;
  private LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  private Result ok(String... arguments) {
    Result result = hub.run(arguments);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  @Test
  void aScheduleIsMadeChangedTriggeredAndKept() throws IOException {
    hub.addAgent("planner");
    ok(
        "schedules",
        "add",
        "standup",
        "--of",
        "planner",
        "--cron",
        "0 9 * * MON-FRI",
        "--zone",
        "Europe/Berlin",
        "--to",
        "developer",
        "What are you at?");
    assertThat(ok("schedules", "list").out())
        .contains("standup", "planner", "0 9 * * MON-FRI Europe/Berlin", "agent/developer");
    assertThat(ok("schedules", "disable", "standup", "--of", "planner").out()).contains("disabled");
    ok("schedules", "update", "standup", "--of", "planner", "--missed", "once", "And now?");
    assertThat(
            ok("schedules", "trigger", "standup", "--of", "planner", "--json")
                .json()
                .number("runs", 0))
        .isEqualTo(1);
    assertThat(ok("inbox").out()).contains("planner", "And now?");
    hub.restart();
    assertThat(ok("schedules", "history", "standup", "--of", "planner").out())
        .contains("triggered");
    assertThat(ok("schedules", "enable", "standup", "--of", "planner", "--json").json().has("next"))
        .isTrue();
    assertThat(ok("schedules", "show", "standup", "--of", "planner").out()).contains("once");
    ok("schedules", "remove", "standup", "--of", "planner");
    assertThat(ok("schedules", "list").out()).contains("no schedules yet");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThat(hub.run("schedules", "add", "x", "--cron", "nope", "--to", "developer", "x").err())
        .contains("no cron expression", "MON-FRI");
    assertThat(hub.run("schedules", "show", "x").err()).contains("no schedule 'x'");
  }
}
