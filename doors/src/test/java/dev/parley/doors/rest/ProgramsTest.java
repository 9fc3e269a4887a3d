package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.programs.Command;
import dev.parley.agents.programs.ProgramsConfig;
import dev.parley.doors.TestHub;
import dev.parley.doors.rest.RestClient.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Starting and stopping agents over REST; what programs do is said elsewhere. */
class ProgramsTest extends RestFixture {
  @TempDir private Path folder;

  @BeforeEach
  void allowOne() {
    hub.close();
    Command sleep = new Command("sleep", List.of("sleep", "1000"), folder, List.of(), "sleeps");
    hub =
        TestHub.start(
            new ProgramsConfig(
                folder.resolve("programs"),
                Map.of("sleep", sleep),
                System.getenv(),
                1,
                Duration.ofMillis(1),
                Duration.ofSeconds(30),
                1 << 20));
    owner = as(hub.ownerToken());
  }

  @Test
  void aProgramIsStartedListedAndStopped() {
    Answer started = owner.post("/api/programs", "{'agentId':'ada','command':'sleep'}");
    assertThat(started.status()).isEqualTo(201);
    JsonNode program = started.json().path("program");
    assertThat(program.path("state").asString()).isEqualTo("running");
    assertThat(ProcessHandle.of(program.path("pid").asLong())).isPresent();

    JsonNode all = owner.get("/api/programs").json();
    assertThat(all.path("programs").path(0)).isEqualTo(program);
    assertThat(all.path("commands").path(0).path("description").asString()).isEqualTo("sleeps");
    assertThat(all.path("runningMax").asInt()).isEqualTo(1);

    JsonNode stopped = owner.send("DELETE", "/api/programs/ada", null).json();
    assertThat(stopped.path("ending").asString()).isEqualTo("terminated");
    assertThat(stopped.path("program").path("exitCode").asInt()).isEqualTo(143);
    assertThat(owner.get("/api/agents/ada").status()).isEqualTo(200);
    await()
        .untilAsserted(
            () ->
                assertThat(hub.audit().page(Long.MAX_VALUE, 10, null, null))
                    .extracting(e -> e.action() + " " + e.subject() + " " + e.outcome())
                    .containsExactly("agent.stop ada ok", "agent.spawn ada sleep ok"));
  }

  @Test
  void whatCannotBeIsAProblem() {
    assertThat(owner.post("/api/programs", "{'agentId':'ada','command':'sh'}").code())
        .isEqualTo("not_found");
    assertThat(owner.post("/api/programs", "{'agentId':'a/b','command':'sleep'}").status())
        .isEqualTo(400);
    assertThat(owner.post("/api/programs", "{'agentId':'ada'}").status()).isEqualTo(400);
    assertThat(owner.send("DELETE", "/api/programs/nobody", null).status()).isEqualTo(404);
    owner.post("/api/programs", "{'agentId':'ada','command':'sleep'}");
    assertThat(owner.post("/api/programs", "{'agentId':'ben','command':'sleep'}").code())
        .isEqualTo("overloaded");
    assertThat(owner.get("/api/agents/ben").status()).isEqualTo(404);
  }

  @Test
  void anAgentMayNothingOfIt() {
    RestClient ada = agent("ada");

    assertThat(ada.get("/api/programs").status()).isEqualTo(403);
    assertThat(ada.post("/api/programs", "{'agentId':'ada','command':'sleep'}").status())
        .isEqualTo(403);
    assertThat(ada.send("DELETE", "/api/programs/ada", null).status()).isEqualTo(403);
    assertThat(owner.get("/api/programs").json().path("programs")).isEmpty();
  }
}
