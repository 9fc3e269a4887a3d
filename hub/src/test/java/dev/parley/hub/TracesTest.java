package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.config.ConfigSources;
import dev.parley.identity.OwnerToken;
import dev.parley.testkit.model.ModelReply;
import dev.parley.testkit.model.ModelServer;
import dev.parley.testkit.traces.CollectedSpan;
import dev.parley.testkit.traces.TraceCollector;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A message is one trace, from the request that brought it to the answer and beyond. */
@Timeout(180)
class TracesTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00-" + TRACE + "-00f067aa0ba902b7-01";
  private static final String SECRET = "xyzzy-nobody-may-see-this";

  @TempDir Path directory;

  private final TraceCollector collector = TraceCollector.start();
  private final ModelServer model = ModelServer.start();
  private final HttpClient http = HttpClient.newHttpClient();
  private Hub hub;
  private String owner;

  private void start(String traces) throws IOException, InterruptedException {
    Path data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(
        data.resolve("parley.yaml"),
        """
        port: 0
        agentPort: 0
        %s
        agents:
          brains:
            clever: {kind: model, provider: anthropic, model: claude-test, url: %s/v1}
        """
            .formatted(traces, model.url()));
    hub = Hub.start(new ConfigSources().read(data, Map.of(), Map.of()));
    owner = OwnerToken.loadOrCreate(data).secret();
    for (String agent : List.of("ada", "bob", "eve")) {
      ask("POST", "/api/agents", "{\"agentId\":\"" + agent + "\"}");
    }
    ask("PUT", "/api/agents/ada/autorun", "{\"brain\":\"clever\",\"debounceMs\":0}");
  }

  private void startTracing() throws IOException, InterruptedException {
    start("traces: {endpoint: '" + collector.address() + "'}");
  }

  @AfterEach
  void stop() {
    hub.close();
    collector.close();
    model.close();
    http.shutdownNow();
  }

  private JsonObject ask(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + path))
            .header("Authorization", "Bearer " + owner)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isLessThan(300);
    return JsonObject.parse(response.body());
  }

  private String asked(String... headers) throws IOException, InterruptedException {
    model.then(
        ModelReply.call(
            "t1",
            "message",
            "{\"action\":\"send\",\"to\":\"eve\",\"text\":\"" + SECRET + " from bob\"}"),
        ModelReply.text("I have told eve. ", SECRET));
    String id =
        ask(
                "POST",
                "/api/messages",
                "{\"from\":\"bob\",\"to\":\"ada\",\"content\":\"tell eve " + SECRET + "\"}",
                headers)
            .text("messageId", "");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                ask("GET", "/api/messages/" + id + "/status", "").toString().contains("answered"));
    return id;
  }

  private CollectedSpan only(String name) {
    return child(name, null);
  }

  /** The one of this name that is a part of that. */
  private CollectedSpan child(String name, CollectedSpan parent) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> collector.spans(name).stream().anyMatch(each -> isPart(each, parent)));
    List<CollectedSpan> found =
        collector.spans(name).stream().filter(each -> isPart(each, parent)).toList();
    assertThat(found).as(name).hasSize(1);
    assertThat(found.getFirst().trace()).isEqualTo(TRACE);
    return found.getFirst();
  }

  private static boolean isPart(CollectedSpan span, CollectedSpan parent) {
    return span.trace().equals(TRACE) && (parent == null || span.parent().equals(parent.id()));
  }

  @Test
  void aMessageIsOneTraceFromTheRequestToTheAnswer() throws Exception {
    startTracing();
    String id = asked("traceparent", CALLER);

    CollectedSpan request = only("POST /api/messages");
    assertThat(request.parent()).isEqualTo("00f067aa0ba902b7");
    assertThat(request.attributes()).containsEntry("http.response.status_code", "201");
    CollectedSpan sent = child("send", request);
    assertThat(sent.attributes())
        .containsEntry("parley.message", id)
        .containsEntry("parley.path", "agent/ada")
        .containsEntry("parley.from", "bob");
    assertThat(child("commit", sent).end()).isLessThanOrEqualTo(sent.end());
    CollectedSpan queue = child("queue", sent);
    CollectedSpan turn = child("turn", sent);
    assertThat(turn.attributes())
        .containsEntry("parley.agent", "ada")
        .containsEntry("parley.outcome", "answered");
    assertThat(queue.start()).isLessThanOrEqualTo(turn.start());
    CollectedSpan brain = child("brain", turn);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(collector.spans("model"))
                    .hasSize(2)
                    .allMatch(each -> each.parent().equals(brain.id())));
    CollectedSpan tool = child("tool", brain);
    assertThat(tool.attributes())
        .containsEntry("parley.tool", "message")
        .containsEntry("parley.action", "send");
    assertThat(child("send", tool).attributes()).containsEntry("parley.path", "agent/eve");
    assertThat(child("send", turn).attributes()).containsEntry("parley.path", "agent/bob");
    assertThat(collector.problems()).isEmpty();
    assertThat(collector.spans().toString()).doesNotContain(SECRET);
  }

  @Test
  void modelsAndReceiversAreToldOfWhatTheyArePart() throws Exception {
    startTracing();
    asked("traceparent", CALLER);

    assertThat(only("brain").trace()).isEqualTo(TRACE);
    await().atMost(Duration.ofSeconds(30)).until(() -> collector.spans("model").size() == 2);
    assertThat(collector.spans("model"))
        .extracting(each -> "00-" + TRACE + "-" + each.id() + "-01")
        .containsExactlyInAnyOrder(
            model.requests().getFirst().header("traceparent"),
            model.requests().getLast().header("traceparent"));
    CollectedSpan answer = child("send", only("turn"));
    assertThat(ask("GET", "/api/agents/bob/inbox?state=pending", "").toString())
        .contains("\"traceparent\":\"00-" + TRACE + "-" + answer.id() + "-01\"");
  }

  @Test
  void whatSomebodyAnswersWithoutSayingSoIsAPartOfTheSameTrace() throws Exception {
    startTracing();
    String id =
        ask(
                "POST",
                "/api/messages",
                "{\"from\":\"bob\",\"to\":\"eve\",\"content\":\"hi\",\"traceparent\":\""
                    + CALLER
                    + "\"}")
            .text("messageId", "");
    CollectedSpan question = only("send");
    assertThat(question.parent()).isEqualTo("00f067aa0ba902b7");

    try (RawConnection eve =
        new RawConnection(URI.create("ws://127.0.0.1:" + hub.port() + "/ws"), owner, _ -> {})) {
      eve.ask("msg.send", fields -> fields.put("from", "eve").put("to", "bob").put("replyTo", id));
    }
    assertThat(child("send", question).attributes())
        .containsEntry("parley.from", "eve")
        .containsEntry("parley.door", "WS");
  }

  @Test
  void withoutTracesAMessageGoesOnAsItsSenderSaid() throws Exception {
    start("");
    asked("traceparent", CALLER);

    assertThat(ask("GET", "/api/messages?from=bob", "").toString())
        .contains("\"traceparent\":\"" + CALLER + "\"");
    assertThat(model.last().header("traceparent")).isNull();
    assertThat(collector.spans()).isEmpty();
  }

  @Test
  void aCollectorThatIsGoneHoldsUpNobody() throws Exception {
    collector.close();
    startTracing();
    asked();
  }
}
