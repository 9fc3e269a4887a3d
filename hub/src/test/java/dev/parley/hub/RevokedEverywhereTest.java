package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.Agents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.OwnerToken;
import dev.parley.testkit.nats.NatsServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token that is withdrawn at one hub is good at none, and what it had opened is closed. */
class RevokedEverywhereTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int UNAUTHORIZED = 4401;

  @TempDir Path directory;

  private NatsServers servers;
  private Hub here;
  private Hub there;
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void start() throws Exception {
    servers = NatsServers.alone(directory.resolve("nats"));
    here = hub("here");
    there = hub("there");
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    there.close();
    here.close();
    servers.close();
  }

  private Path data(String name) {
    return directory.resolve(name);
  }

  private Hub hub(String name) throws IOException {
    Path data = Files.createDirectories(data(name));
    HubConfig config =
        new ConfigSources()
            .read(
                data,
                Map.of(),
                Map.of(
                    "port", "0",
                    "agentPort", "0",
                    "store", "nats",
                    "nats.servers", servers.urls().getFirst(),
                    "nats.replicas", "1"));
    return Hub.start(config);
  }

  private static URI address(Hub hub) {
    return URI.create("ws://127.0.0.1:" + hub.port() + "/ws");
  }

  private ParleyClient owner(String name, Hub hub) {
    String token = OwnerToken.loadOrCreate(data(name)).secret();
    return ParleyClient.connect(ClientOptions.owner(token, address(hub)));
  }

  /** A connection of Ada's that has authenticated, and the code it will be closed with. */
  private CompletableFuture<Integer> connected(Hub hub, String token) {
    CompletableFuture<Integer> closed = new CompletableFuture<>();
    CompletableFuture<String> answered = new CompletableFuture<>();
    WebSocket socket =
        http.newWebSocketBuilder()
            .buildAsync(
                address(hub),
                new WebSocket.Listener() {
                  @Override
                  public CompletionStage<?> onText(WebSocket on, CharSequence text, boolean last) {
                    answered.complete(text.toString());
                    on.request(1);
                    return null;
                  }

                  @Override
                  public CompletionStage<?> onClose(WebSocket on, int code, String reason) {
                    closed.complete(code);
                    return null;
                  }

                  @Override
                  public void onError(WebSocket on, Throwable error) {
                    closed.completeExceptionally(error);
                  }
                })
            .join();
    socket
        .sendText("{\"type\":\"auth\",\"agentId\":\"ada\",\"token\":\"" + token + "\"}", true)
        .join();
    assertThat(answered.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
        .contains("auth.ok");
    return closed;
  }

  /** A response that goes on until the hub ends it; it has begun when this returns. */
  private CompletableFuture<Void> open(HttpRequest.Builder request, String token) {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    HttpRequest authorized = request.header("Authorization", "Bearer " + token).build();
    Thread.ofVirtual()
        .start(
            () -> {
              try (Stream<String> lines = http.send(authorized, BodyHandlers.ofLines()).body()) {
                lines.forEach(_ -> begun.complete(null));
              } catch (IOException | UncheckedIOException | InterruptedException e) {
                // an end like any other
              }
              ended.complete(null);
            });
    begun.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    assertThat(ended).as("%s", authorized.uri()).isNotDone();
    return ended;
  }

  private static HttpRequest.Builder request(Hub hub, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + path));
  }

  /** A call that waits for messages and says so at once. */
  private static HttpRequest.Builder waiting(Hub hub) {
    String call =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{
          "name":"wait_for_messages","arguments":{"seconds":300},
          "_meta":{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":{}}}}\
        """;
    return request(hub, "/mcp")
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", "wait_for_messages")
        .POST(BodyPublishers.ofString(call));
  }

  @Test
  void theStreamsAndWaitingCallsOfAnAgentWhoseTokenIsWithdrawnEndAtEveryHub() {
    try (ParleyClient owner = owner("here", here);
        ParleyClient other = owner("there", there)) {
      String token = owner.agents().create("ada", Agents.Details.NONE).token();
      awaitAda(other);
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (Hub hub : List.of(here, there)) {
        ends.add(open(request(hub, "/api/events"), token));
        ends.add(open(request(hub, "/sse"), token));
        ends.add(open(waiting(hub), token));
      }

      owner.agents().revoke("ada");

      assertThat(ends)
          .allSatisfy(end -> end.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
    }
  }

  private static void awaitAda(ParleyClient owner) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                owner.agents().list(100, null).agents().stream()
                    .anyMatch(agent -> agent.agentId().equals("ada")));
  }

  @Test
  void theSocketsOfAnAgentWhoseTokenIsWithdrawnCloseAtEveryHub() {
    try (ParleyClient owner = owner("here", here);
        ParleyClient other = owner("there", there)) {
      String token = owner.agents().create("ada", Agents.Details.NONE).token();
      awaitAda(other);
      CompletableFuture<Integer> atHere = connected(here, token);
      CompletableFuture<Integer> atThere = connected(there, token);

      long begun = System.nanoTime();
      owner.agents().revoke("ada");

      assertThat(atHere.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
          .isEqualTo(UNAUTHORIZED);
      assertThat(atThere.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
          .isEqualTo(UNAUTHORIZED);
      System.out.printf(
          "a withdrawn token: sockets at both hubs closed after %d ms%n",
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    }
  }
}
