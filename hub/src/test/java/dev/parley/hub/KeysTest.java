package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.client.Agents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonObject;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.OwnerToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that show a key in place of a token, at every door that takes one. */
class KeysTest {
  private static final int UNAUTHORIZED = 4401;
  private static final String SESSIONS = "/api/agents/ada/sessions";

  @TempDir Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private Hub hub;
  private String owner;
  private String token;
  private AdasKey key;

  @BeforeEach
  void start() throws IOException {
    Path data = Files.createDirectories(directory.resolve("data"));
    hub = Hub.start(HubConfig.onFreePorts(data));
    owner = OwnerToken.loadOrCreate(data).secret();
    try (ParleyClient client =
        ParleyClient.connect(ClientOptions.owner(owner, address(hub.port())))) {
      token = client.agents().create("ada", Agents.Details.NONE).token();
    }
    key = new AdasKey(http);
    assertThat(asOwner("POST", "/api/agents/ada/keys", key.offer()).statusCode()).isEqualTo(201);
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    hub.close();
  }

  private static URI address(int port) {
    return URI.create("ws://127.0.0.1:" + port + "/ws");
  }

  private URI at(String path) {
    return AdasKey.at(hub.port(), path);
  }

  private HttpResponse<String> asOwner(String method, String path, String body) {
    return key.send(method, at(path), body, AdasKey.bearer(owner));
  }

  private void withdraw() {
    assertThat(asOwner("DELETE", "/api/agents/ada/keys/" + key.id(), "").statusCode())
        .isEqualTo(200);
  }

  // ---- signed requests

  @Test
  void aSignedRequestIsTheAgentsOwn() {
    assertThat(key.send("POST", at(SESSIONS), "{\"sessionId\":\"s1\"}").statusCode())
        .isEqualTo(201);
    assertThat(key.send("GET", at(SESSIONS), "").body()).contains("s1");
    assertThat(key.send("GET", at("/api/audit"), "").statusCode())
        .as("an agent acts only as itself")
        .isEqualTo(403);
  }

  @Test
  void aSignedRequestIsGoodOnce() {
    Map<String, String> headers = key.signed("GET", at(SESSIONS), "");
    assertThat(key.send("GET", at(SESSIONS), "", headers).statusCode()).isEqualTo(200);
    HttpResponse<String> replayed = key.send("GET", at(SESSIONS), "", headers);
    assertThat(replayed.statusCode()).isEqualTo(401);
    assertThat(replayed.body()).contains("used before");
  }

  @Test
  void anotherBodyThanWasSignedChangesNothing() {
    Map<String, String> headers = key.signed("POST", at(SESSIONS), "{\"sessionId\":\"s1\"}");
    HttpResponse<String> forged = key.send("POST", at(SESSIONS), "{\"sessionId\":\"s2\"}", headers);
    assertThat(forged.statusCode()).isEqualTo(401);
    assertThat(forged.body()).contains("Content-Digest");
    assertThat(key.send("GET", at(SESSIONS), "").body()).doesNotContain("s2");
  }

  @Test
  void aBodyWithoutADigestIsRefused() {
    Map<String, String> headers = key.signed("POST", at(SESSIONS), "");
    HttpResponse<String> bare = key.send("POST", at(SESSIONS), "{\"sessionId\":\"s1\"}", headers);
    assertThat(bare.statusCode()).isEqualTo(400);
    assertThat(bare.body()).contains("Content-Digest");
  }

  @Test
  void whatWasSignedForAnotherPathOrPortIsRefused() throws IOException {
    Map<String, String> headers = key.signed("GET", at("/api/agents"), "");
    assertThat(key.send("GET", at(SESSIONS), "", headers).statusCode()).isEqualTo(401);
    // A program on another port hands on what it was sent, Host and all.
    Map<String, String> handedOn = key.signed("GET", AdasKey.at(1, SESSIONS), "");
    assertThat(AdasKey.get(hub.port(), "127.0.0.1:1", SESSIONS, handedOn))
        .startsWith("HTTP/1.1 401")
        .contains("not the port");
  }

  @Test
  void aBlobIsKeptOnlyIfItIsWhatWasSigned() {
    String large = "x".repeat(300_000);
    HttpResponse<String> kept = key.send("POST", at("/api/blobs"), large);
    assertThat(kept.statusCode()).as(kept.body()).isEqualTo(201);
    Map<String, String> headers = key.signed("POST", at("/api/blobs"), large);
    HttpResponse<String> forged = key.send("POST", at("/api/blobs"), "y".repeat(300_000), headers);
    assertThat(forged.statusCode()).isEqualTo(401);
  }

  @Test
  void mcpTakesSignedRequests() {
    String call =
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",
         "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
        """;
    URI mcp = AdasKey.at(hub.agentPort(), "/mcp");
    assertThat(key.send("POST", mcp, call).body()).contains("serverInfo");
    Map<String, String> headers = key.signed("POST", mcp, call);
    HttpResponse<String> forged = key.send("POST", mcp, call.replace("test", "evil"), headers);
    assertThat(forged.statusCode()).isEqualTo(401);
  }

  @Test
  void aWithdrawnKeyOpensNothingAndItsStreamsEndWhileThoseOfTheTokenGoOn() {
    CompletableFuture<Void> ofKey = events(key.signed("GET", at("/api/events"), ""));
    CompletableFuture<Void> ofToken = events(AdasKey.bearer(token));
    withdraw();
    ofKey.orTimeout(60, TimeUnit.SECONDS).join();
    assertThat(key.send("GET", at(SESSIONS), "").statusCode()).isEqualTo(401);
    assertThat(ofToken).isNotDone();
  }

  /** Ends when the hub ends the stream; it has begun when this returns. */
  private CompletableFuture<Void> events(Map<String, String> headers) {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    HttpRequest.Builder request = HttpRequest.newBuilder(at("/api/events"));
    headers.forEach(request::header);
    Thread.ofVirtual()
        .start(
            () -> {
              try (Stream<String> lines =
                  http.send(request.build(), BodyHandlers.ofLines()).body()) {
                lines.forEach(_ -> begun.complete(null));
              } catch (IOException | UncheckedIOException | InterruptedException e) {
                // an end like any other
              }
              ended.complete(null);
            });
    begun.orTimeout(60, TimeUnit.SECONDS).join();
    return ended;
  }

  // ---- the challenge

  private String hello() {
    return "{\"type\":\"auth\",\"agentId\":\"ada\",\"keyId\":\"" + key.id() + "\"}";
  }

  private String answer(JsonObject challenge) throws Exception {
    return answer(challenge, "127.0.0.1:" + hub.port());
  }

  private String answer(JsonObject challenge, String host) throws Exception {
    String text =
        "parley-login-v1\nagent: ada\nkey: %s\nhub: %s\nnonce: %s\nexpires: %d"
            .formatted(
                key.id(), host, challenge.text("nonce", ""), challenge.number("expiresAt", 0));
    return "{\"type\":\"auth.answer\",\"signature\":\"" + key.signature(text) + "\"}";
  }

  @Test
  void whoeverAnswersTheChallengeIsLetIn() throws Exception {
    JsonSocket socket = new JsonSocket(http, hub.port());
    JsonObject challenge = socket.ask(hello());
    assertThat(challenge.text("type", "")).isEqualTo("auth.challenge");
    assertThat(challenge.text("hub", "")).isEqualTo("127.0.0.1:" + hub.port());
    JsonObject ok = socket.ask(answer(challenge));
    assertThat(ok.raw()).contains("auth.ok", "\"agentId\":\"ada\"");
  }

  @Test
  void anAnswerIsGoodOnItsOwnConnectionOnly() throws Exception {
    JsonSocket first = new JsonSocket(http, hub.port());
    JsonSocket second = new JsonSocket(http, hub.port());
    String answer = answer(first.ask(hello()));
    second.ask(hello());
    assertThat(second.ask(answer).raw()).contains("unauthorized");
    assertThat(second.closeCode()).isEqualTo(UNAUTHORIZED);
    assertThat(first.ask(answer).raw()).contains("auth.ok");
    assertThat(first.ask(answer).raw()).as("answered twice").contains("unknown_type");
  }

  @Test
  void aConnectionHasOneChallengeAndOneTry() throws Exception {
    JsonSocket again = new JsonSocket(http, hub.port());
    again.ask(hello());
    assertThat(again.ask(hello()).raw()).contains("not_authenticated");
    assertThat(again.closeCode()).isEqualTo(UNAUTHORIZED);

    JsonSocket wrong = new JsonSocket(http, hub.port());
    JsonObject challenge = wrong.ask(hello());
    assertThat(wrong.ask("{\"type\":\"auth.answer\",\"signature\":\"AAAA\"}").raw())
        .contains("unauthorized");
    assertThat(wrong.closeCode()).isEqualTo(UNAUTHORIZED);
    assertThat(challenge.text("nonce", "")).hasSize(43);
  }

  @Test
  void whatWasSignedForAnotherHubIsRefused() throws Exception {
    JsonSocket socket = new JsonSocket(http, hub.port());
    JsonObject challenge = socket.ask(hello());
    assertThat(socket.ask(answer(challenge, "127.0.0.1:1")).raw()).contains("unauthorized");
  }

  @Test
  void theClientComesInWithAKeyAndIsOutWhenItIsWithdrawn() throws Exception {
    ClientOptions options = ClientOptions.agent("ada", key.key(), address(hub.agentPort()));
    JsonSocket byToken = new JsonSocket(http, hub.port());
    byToken.ask("{\"type\":\"auth\",\"agentId\":\"ada\",\"token\":\"" + token + "\"}");
    JsonSocket byKey = new JsonSocket(http, hub.port());
    byKey.ask(answer(byKey.ask(hello())));
    try (ParleyClient ada = ParleyClient.connect(options)) {
      assertThat(ada.sessions().list("ada")).isNotNull();
      withdraw();
      assertThat(byKey.closeCode()).isEqualTo(UNAUTHORIZED);
      assertThatThrownBy(() -> ParleyClient.connect(options))
          .isInstanceOf(ParleyException.class)
          .hasMessageContaining("refused the key of agent 'ada'");
    }
    assertThat(byToken.ask("{\"type\":\"ping\",\"requestId\":1}").raw())
        .contains("\"requestId\":1");
  }

  @Test
  void renewingTheTokenLeavesWhatAKeyHasOpened() throws Exception {
    JsonSocket byKey = new JsonSocket(http, hub.port());
    byKey.ask(answer(byKey.ask(hello())));
    JsonSocket byToken = new JsonSocket(http, hub.port());
    byToken.ask("{\"type\":\"auth\",\"agentId\":\"ada\",\"token\":\"" + token + "\"}");
    asOwner("POST", "/api/agents/ada/token", "");
    assertThat(byToken.closeCode()).isEqualTo(UNAUTHORIZED);
    assertThat(byKey.ask("{\"type\":\"ping\",\"requestId\":1}").raw()).contains("\"requestId\":1");
    asOwner("DELETE", "/api/agents/ada/token", "");
    assertThat(byKey.closeCode())
        .as("nobody comes in as a withdrawn agent")
        .isEqualTo(UNAUTHORIZED);
  }

  @Test
  void anAgentThatIsMadeAnewIsNotLetInByTheOldKey() throws Exception {
    JsonSocket byKey = new JsonSocket(http, hub.port());
    byKey.ask(answer(byKey.ask(hello())));
    asOwner("DELETE", "/api/agents/ada", "");
    assertThat(byKey.closeCode()).isEqualTo(UNAUTHORIZED);
    asOwner("POST", "/api/agents", "{\"agentId\":\"ada\"}");
    assertThat(key.send("GET", at(SESSIONS), "").statusCode()).isEqualTo(401);
    assertThat(asOwner("GET", "/api/agents/ada/keys", "").body()).isEqualTo("{\"keys\":[]}");
  }
}
