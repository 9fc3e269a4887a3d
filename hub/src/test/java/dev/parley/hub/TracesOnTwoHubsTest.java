package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.Agents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.hub.config.ConfigSources;
import dev.parley.identity.OwnerToken;
import dev.parley.testkit.nats.NatsServers;
import dev.parley.testkit.traces.CollectedSpan;
import dev.parley.testkit.traces.TraceCollector;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one hub takes and another hands on is one trace. */
@Timeout(180)
class TracesOnTwoHubsTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00-" + TRACE + "-00f067aa0ba902b7-01";

  @TempDir Path directory;

  private final TraceCollector collector = TraceCollector.start();
  private NatsServers servers;
  private Hub here;
  private Hub there;
  private String owner;

  @BeforeEach
  void start() throws Exception {
    servers = NatsServers.alone(directory.resolve("nats"));
    here = hub("here");
    there = hub("there");
    owner = OwnerToken.loadOrCreate(directory.resolve("here")).secret();
  }

  @AfterEach
  void stop() {
    there.close();
    here.close();
    servers.close();
    collector.close();
  }

  private Hub hub(String name) throws IOException {
    Path data = Files.createDirectories(directory.resolve(name));
    Files.writeString(
        data.resolve("parley.yaml"),
        """
        agents:
          brains:
            echo: {kind: script, answers: ["you said {content}"]}
        """);
    return Hub.start(
        new ConfigSources()
            .read(
                data,
                Map.of(),
                Map.of(
                    "port", "0",
                    "agentPort", "0",
                    "store", "nats",
                    "nats.servers", servers.urls().getFirst(),
                    "nats.replicas", "1",
                    "traces.endpoint", collector.address().toString())));
  }

  private static URI socket(Hub hub) {
    return URI.create("ws://127.0.0.1:" + hub.port() + "/ws");
  }

  /** Makes them at one hub and waits until the other, whose owner's token this is, knows them. */
  private String adaAndBob() throws Exception {
    try (ParleyClient client = ParleyClient.connect(ClientOptions.owner(owner, socket(here)))) {
      client.agents().create("bob", Agents.Details.NONE);
      client.agents().create("ada", Agents.Details.NONE);
    }
    String ownerThere = OwnerToken.loadOrCreate(directory.resolve("there")).secret();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> status(there, ownerThere, "GET", "/api/agents/ada", "") == 200);
    return ownerThere;
  }

  private static int status(Hub hub, String token, String method, String path, String body)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + path))
              .header("Authorization", "Bearer " + token)
              .header("Content-Type", "application/json")
              .method(method, BodyPublishers.ofString(body))
              .build();
      return http.send(request, BodyHandlers.ofString()).statusCode();
    }
  }

  private CollectedSpan part(String name, String parent) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> collector.spans(name).stream().anyMatch(each -> each.parent().equals(parent)));
    List<CollectedSpan> found =
        collector.spans(name).stream().filter(each -> each.parent().equals(parent)).toList();
    assertThat(found).as(name).hasSize(1);
    assertThat(found.getFirst().trace()).isEqualTo(TRACE);
    return found.getFirst();
  }

  @Test
  void whatOneHubTakesAndAnotherPushesIsOneTrace() throws Exception {
    String ownerThere = adaAndBob();
    try (RawConnection listening = new RawConnection(socket(there), ownerThere, _ -> {});
        RawConnection sending = new RawConnection(socket(here), owner, _ -> {})) {
      listening.ask("msg.listen", fields -> fields.put("agentId", "ada").put("ack", "auto"));
      sending.ask(
          "msg.send",
          fields ->
              fields
                  .put("from", "bob")
                  .put("to", "ada")
                  .put("content", "hello")
                  .put("traceparent", CALLER));

      CollectedSpan sent = part("send", "00f067aa0ba902b7");
      CollectedSpan pushed = part("push", sent.id());
      assertThat(pushed.attributes()).containsEntry("parley.box", "a:ada");
      assertThat(pushed.hub()).isNotEqualTo(sent.hub());
      assertThat(collector.problems()).isEmpty();
    }
  }

  @Test
  void aTurnIsAPartOfTheTraceWhicheverHubMakesIt() throws Exception {
    String ownerThere = adaAndBob();
    String echoing = "{\"brain\":\"echo\",\"debounceMs\":0}";
    assertThat(status(here, owner, "PUT", "/api/agents/bob/autorun", echoing)).isEqualTo(200);
    try (RawConnection listening = new RawConnection(socket(there), ownerThere, _ -> {});
        RawConnection sending = new RawConnection(socket(here), owner, _ -> {})) {
      listening.ask("msg.listen", fields -> fields.put("agentId", "ada").put("ack", "auto"));
      sending.ask(
          "msg.send",
          fields ->
              fields
                  .put("from", "ada")
                  .put("to", "bob")
                  .put("content", "hello")
                  .put("traceparent", CALLER));

      CollectedSpan sent = part("send", "00f067aa0ba902b7");
      assertThat(part("queue", sent.id()).attributes()).containsKey("parley.message");
      CollectedSpan turn = part("turn", sent.id());
      assertThat(part("brain", turn.id()).attributes()).containsEntry("parley.brain", "echo");
      CollectedSpan answer = part("send", turn.id());
      assertThat(answer.hub()).isEqualTo(turn.hub());
      assertThat(part("push", answer.id()).attributes()).containsEntry("parley.box", "a:ada");
    }
  }
}
