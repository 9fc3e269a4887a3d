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

/** Talking with agents, their logs, and deadlines of messages, from the command line. */
@Timeout(120)
class TalkCommandsIT {
  @TempDir Path folder;
  private LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
    hub.addAgent("planner");
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
  void whoHasNoBrainCannotBeTalkedWithAndHasSaidNothing() {
    assertThat(hub.run("sessions", "start", "planner", "hello").err()).contains("has no brain");
    assertThat(hub.run("sessions", "continue", "planner/main", "hello").err())
        .contains("has no brain");
    assertThat(hub.run("sessions", "continue", "planner", "hello").exitCode())
        .isEqualTo(Exit.USAGE);
    assertThat(ok("sessions", "abort", "planner/main").out()).contains("no turn is made");
    assertThat(ok("logs", "planner").out()).contains("nothing was said yet");
    assertThat(ok("logs", "planner/main").out()).contains("nothing was found");
    assertThat(ok("logs", "planner", "release", "notes").out()).contains("nothing was found");
    assertThat(hub.run("logs", "nobody").err()).contains("no agent");
    assertThat(ok("sessions", "list", "planner").out()).contains("no sessions");
  }

  @Test
  void aMessageWithADeadlineSaysWhoIsTold() {
    hub.addAgent("boss");
    Result sent =
        ok(
            "send",
            "planner",
            "look",
            "--escalate-to",
            "boss",
            "--escalate-after",
            "10m",
            "--escalate-unless",
            "read",
            "--json");
    String id = sent.json().text("messageId", "");
    assertThat(ok("status", id).out()).contains("boss is told unless it is read by");
    assertThat(hub.run("send", "planner", "look", "--escalate-after", "10m").exitCode())
        .isEqualTo(Exit.USAGE);
    assertThat(hub.run("send", "planner", "look", "--escalate-to", "zoe").err())
        .contains("no agent 'zoe'");
    assertThat(
            hub.run("send", "planner", "look", "--escalate-to", "boss", "--escalate-after", "1ms")
                .err())
        .contains("escalate.withinMs");
  }
}
