package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks, approvals and the governor from the command line. */
class LedgerCommandsIT {
  @TempDir Path data;
  private LiveHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = LiveHub.start(data.resolve("data"));
  }

  @AfterEach
  void stop() throws IOException {
    hub.close();
  }

  @Test
  void aTaskIsSentListedShownAndCancelled() throws IOException {
    hub.addAgent("ada");
    assertThat(hub.run("tasks").lines()).containsExactly("no tasks");
    String id = hub.run("tasks", "send", "ada", "count the lines").out().strip().substring(5);
    assertThat(hub.run("tasks", "list", "--state", "submitted").out()).contains(id, "ada");
    assertThat(hub.run("tasks", "show", id).lines().getFirst()).isEqualTo("count the lines");
    assertThat(hub.run("tasks", "cancel", id, "--reason", "no").out()).contains("canceled");
    assertThat(hub.run("tasks", "cancel", id).exitCode()).isEqualTo(Exit.FAILED);
    assertThat(hub.run("tasks", "list", "--state", "lost").exitCode()).isEqualTo(Exit.FAILED);
    assertThat(JsonObject.parse(hub.run("tasks", "list", "--json").out()).objects("tasks"))
        .hasSize(1);
  }

  @Test
  void aRequestForLeaveIsAnswered() throws IOException {
    hub.addAgent("ada");
    assertThat(hub.run("approvals").lines()).containsExactly("nothing waits for an answer");
    JsonObject sent =
        new RestCalls(RestCalls.base(hub.address()), hub.ownerToken())
            .send(
                "POST",
                "/api/messages",
                "{\"from\":\"ada\",\"to\":\"developer\",\"command\":\"approval.request\",\"content\":\"rm it\"}"
                    .getBytes(UTF_8));
    String id = sent.text("messageId", "");
    assertThat(hub.run("approvals", "list").out()).contains(id, "rm it");
    assertThat(hub.run("approvals", "allow", id, "--sha256", "0".repeat(64)).exitCode())
        .isEqualTo(Exit.FAILED);
    assertThat(hub.run("approvals", "deny", id, "--reason", "no").out())
        .contains("denied by developer");
    assertThat(hub.run("approvals", "show", id).out()).contains("denied");
    assertThat(hub.run("approvals", "allow", id).exitCode()).isEqualTo(Exit.FAILED);
  }

  @Test
  void whatWasStoppedIsListed() {
    assertThat(hub.run("governor").lines()).containsExactly("nothing was stopped");
    assertThat(hub.run("governor", "allow", "nothing").exitCode()).isEqualTo(Exit.FAILED);
  }
}
