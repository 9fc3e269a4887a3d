package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.config.BadConfig;
import dev.parley.hub.config.ConfigSources;
import dev.parley.identity.OwnerToken;
import dev.parley.testkit.model.ModelReply;
import dev.parley.testkit.model.ModelRequest;
import dev.parley.testkit.model.ModelServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hub whose agent thinks with a model: from the settings to the answer and what it cost. */
@Timeout(180)
class ModelAgentTest {
  private static final String KEY = "sk-test-31415";

  @TempDir Path directory;

  private final ModelServer model = ModelServer.start();
  private final HttpClient http = HttpClient.newHttpClient();
  private Path data;
  private Hub hub;
  private String owner;
  private String bob;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(data.resolve("model.key"), KEY + "\n");
    Files.writeString(
        data.resolve("parley.yaml"),
        """
        port: 0
        agentPort: 0
        agents:
          brains:
            clever:
              kind: model
              provider: anthropic
              model: claude-test
              url: %s/v1
              keyFile: model.key
              inputDollars: 3
              outputDollars: 15
              fallbacks: [spare]
            spare:
              kind: model
              provider: openai
              model: gpt-test
              url: %s/v1
        """
            .formatted(model.url(), model.url()));
    hub = Hub.start(new ConfigSources().read(data, Map.of(), Map.of()));
    owner = OwnerToken.loadOrCreate(data).secret();
    bob = created("bob");
    created("eve");
    created("ada");
    ask(owner, "PUT", "/api/agents/ada/autorun", "{\"brain\":\"clever\",\"debounceMs\":0}");
  }

  @AfterEach
  void stop() {
    hub.close();
    model.close();
    http.shutdownNow();
  }

  private String created(String agent) throws IOException, InterruptedException {
    return ask(owner, "POST", "/api/agents", "{\"agentId\":\"" + agent + "\"}").text("token", "");
  }

  private JsonObject ask(String token, String method, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isLessThan(300);
    return JsonObject.parse(response.body());
  }

  private JsonObject get(String path) throws IOException, InterruptedException {
    return ask(owner, "GET", path, "");
  }

  private String state(String message) throws IOException, InterruptedException {
    return get("/api/messages/" + message + "/status").toString();
  }

  @Test
  void aMessageWakesAModelThatUsesAToolAndAnswers() throws IOException, InterruptedException {
    ask(owner, "PUT", "/api/agents/ada/instructions", "{\"instructions\":\"You pass things on.\"}");
    model.then(
        ModelReply.call(
                "t1", "message", "{\"action\":\"send\",\"to\":\"eve\",\"text\":\"bob says hi\"}")
            .using(100, 10),
        ModelReply.text("I have told ", "eve.").using(200, 20));
    String id =
        ask(bob, "POST", "/api/messages", "{\"to\":\"ada\",\"content\":\"say hi to eve\"}")
            .text("messageId", "");
    await().atMost(Duration.ofSeconds(60)).until(() -> state(id).contains("answered"));
    assertThat(get("/api/agents/bob/inbox?state=pending").toString()).contains("I have told eve.");
    assertThat(get("/api/agents/eve/inbox?state=pending").toString())
        .contains("bob says hi", "\"from\":\"ada\"", id);
    ModelRequest first = model.requests().getFirst();
    assertThat(first.header("x-api-key")).isEqualTo(KEY);
    assertThat(first.json().path("system").toString()).contains("You pass things on.");
    assertThat(first.json().path("messages").toString())
        .contains("from=bob origin=peer", "| say hi to eve");
    JsonObject used = get("/api/usage?by=model");
    assertThat(used.toString())
        .contains(
            "anthropic/claude-test", "\"calls\":2", "\"inputTokens\":300", "\"outputTokens\":30")
        .contains("\"costMicros\":1350");
    assertThat(get("/api/agents/ada/turns").toString()).contains("\"outcome\":\"answered\"");
  }

  @Test
  void whenTheFirstModelRefusesTheNextIsAsked() throws IOException, InterruptedException {
    model.answering(
        request ->
            request.model().equals("claude-test")
                ? ModelReply.refusal(401, "no " + KEY)
                : ModelReply.text("Here I am."));
    String id =
        ask(bob, "POST", "/api/messages", "{\"to\":\"ada\",\"content\":\"hello?\"}")
            .text("messageId", "");
    await().atMost(Duration.ofSeconds(60)).until(() -> state(id).contains("answered"));
    assertThat(get("/api/agents/bob/inbox?state=pending").toString()).contains("Here I am.");
  }

  @Test
  void aKeyThatIsNotThereIsToldAtTheStart() throws IOException {
    Path other = Files.createDirectories(directory.resolve("other"));
    Files.writeString(
        other.resolve("parley.yaml"),
        """
        port: 0
        agentPort: 0
        agents:
          brains:
            clever: {kind: model, provider: anthropic, model: m, keyEnv: PARLEY_TEST_NO_SUCH_KEY}
        """);
    assertThatThrownBy(() -> Hub.start(new ConfigSources().read(other, Map.of(), Map.of())).close())
        .isInstanceOf(BadConfig.class)
        .hasMessage(
            "agents.brains.clever.keyEnv: the environment has no variable PARLEY_TEST_NO_SUCH_KEY");
  }
}
