package dev.parley.hub.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.Agents;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Logging in at another hub: by OAuth, against a strict server, and with a password. */
@Timeout(120)
class RemoteLoginTest {
  private static final HttpClient BROWSER =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir private Path folder;
  private final String bot = UUID.randomUUID().toString();
  private AuthorizationServer server;
  private Node first;
  private Node second;
  private String token;

  @BeforeEach
  void start() throws Exception {
    first = new Node(folder.resolve("first"), Map.of());
    first.owner().agents().create(bot, Agents.Details.NONE);
    token = first.owner().agents().token(bot);
    server = new AuthorizationServer();
    second =
        new Node(
            folder.resolve("second"),
            Map.of(
                "comm.gateway", first.gateway(),
                "comm.apiServer", server.address(),
                "comm.botId", bot));
  }

  @AfterEach
  void stop() throws Exception {
    second.close();
    first.close();
    server.close();
  }

  private static HttpResponse<String> visit(String address) throws Exception {
    return BROWSER.send(
        HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Begins a login and goes where the browser is sent; returns where it is sent back to. */
  private String granted() throws Exception {
    JsonNode started = second.call("POST", "/neboloop/oauth/start", "");
    HttpResponse<String> page = visit(started.path("authorizeUrl").asString(""));
    assertThat(page.statusCode()).as(page.body()).isEqualTo(302);
    return page.headers().firstValue("Location").orElseThrow();
  }

  private void awaitState(String state) {
    await()
        .atMost(PATIENCE)
        .until(() -> second.call("GET", "/api/comm", "").path("state").asString("").equals(state));
  }

  private JsonNode account() throws Exception {
    return second.call("GET", "/neboloop/account", "");
  }

  @Test
  void aLoginInTheBrowserConnectsTheHub() throws Exception {
    server.tokens.add(token);

    HttpResponse<String> back = visit(granted());

    assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
    assertThat(back.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'");
    awaitState("connected");
    assertThat(account().path("email").asString("")).isEqualTo("ada@example.org");
    assertThat(account().toString() + second.call("GET", "/api/comm", "")).doesNotContain(token);
  }

  @Test
  void whereABrowserComesBackToIsGoodOnce() throws Exception {
    server.tokens.add(token);
    String back = granted();
    assertThat(visit(back).statusCode()).isEqualTo(200);

    assertThat(visit(back).statusCode()).isEqualTo(400);
  }

  @Test
  void aStateThatNobodyBeganChangesNothing() throws Exception {
    server.tokens.add(token);
    String back = granted().replaceAll("state=[^&]*", "state=AAAAAAAAAAAAAAAAAAAAAA");

    assertThat(visit(back).statusCode()).isEqualTo(400);

    assertThat(account().path("connected").asBoolean(true)).isFalse();
  }

  @Test
  void aCodeOfAnotherLoginIsRefused() throws Exception {
    server.tokens.add(token);
    Map<String, String> one = AuthorizationServer.query(URI.create(granted()).getRawQuery());
    String other = granted();

    HttpResponse<String> back = visit(other.replaceAll("code=[^&]*", "code=" + one.get("code")));

    assertThat(back.statusCode()).isEqualTo(400);
    assertThat(account().path("connected").asBoolean(true)).isFalse();
  }

  @Test
  void aLoginThatIsNotGrantedIsSaidToHaveFailed() throws Exception {
    JsonNode started = second.call("POST", "/neboloop/oauth/start", "");
    String state = started.path("state").asString("");
    String status = "/neboloop/oauth/status?state=" + state;
    assertThat(second.call("GET", status, "").path("status").asString("")).isEqualTo("pending");

    HttpResponse<String> back =
        visit(second.api() + "/auth/neboloop/callback?error=%3Cscript%3E&state=" + state);

    assertThat(back.statusCode()).isEqualTo(400);
    assertThat(back.body()).doesNotContain("<script>");
    assertThat(second.call("GET", status, "").path("status").asString("")).isEqualTo("failed");
  }

  @Test
  void aTokenThatTheGatewayRefusesIsRenewedOnce() throws Exception {
    server.tokens.add("stale");
    server.tokens.add(token);

    visit(granted());

    awaitState("connected");
    assertThat(server.refreshes).isEqualTo(1);
  }

  @Test
  void whenTheRenewedOneIsRefusedTooItIsDead() throws Exception {
    server.tokens.add("stale");
    server.tokens.add("stale as well");

    visit(granted());

    awaitState("authDead");
    assertThat(server.refreshes).isEqualTo(1);
  }

  @Test
  void aTokenThatEndsSoonIsRenewedBeforeItDoes() throws Exception {
    server.expiresIn = 60;
    server.tokens.add("stale");
    server.tokens.add(token);

    visit(granted());

    awaitState("connected");
    assertThat(server.refreshes).isPositive();
  }

  @Test
  void loggingOutForgetsTheTokensAndHangsUp() throws Exception {
    server.tokens.add(token);
    visit(granted());
    awaitState("connected");

    second.call("DELETE", "/neboloop/account", "");

    awaitState("disconnected");
    assertThat(account().path("connected").asBoolean(true)).isFalse();
    assertThat(second.call("GET", "/api/comm", "").path("plugins").toString())
        .doesNotContain("\"source\":\"login\"");
  }

  @Test
  void anAgentMayNotLogInForTheOwner() throws Exception {
    second.owner().agents().create("eve", Agents.Details.NONE);
    String agents = second.owner().agents().token("eve");

    HttpResponse<String> refused =
        BROWSER.send(
            HttpRequest.newBuilder(URI.create(second.api() + "/neboloop/oauth/start"))
                .header("Authorization", "Bearer " + agents)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(refused.statusCode()).isEqualTo(403);
  }

  @Test
  void aPasswordOfAnAccountAtTheOtherHubWillDo() throws Exception {
    first.call(
        "POST",
        "/api/v1/owners/register",
        "{'email':'ada@example.org','password':'correct horse battery','agentId':'ada'}");
    String own = UUID.randomUUID().toString();
    second.call(
        "PUT",
        "/api/comm/settings",
        "{'values':{'api_server':'" + first.api() + "','bot_id':'" + own + "'}}");

    JsonNode entered =
        second.call(
            "POST",
            "/neboloop/login",
            "{'email':'ada@example.org','password':'correct horse battery'}");

    assertThat(entered.path("email").asString("")).isEqualTo("ada@example.org");
    awaitState("connected");
  }

  @Test
  void aWrongPasswordIsSaidAndChangesNothing() throws Exception {
    second.call("PUT", "/api/comm/settings", "{'values':{'api_server':'" + first.api() + "'}}");

    HttpResponse<String> refused =
        second.asked(
            "POST", "/neboloop/login", "{'email':'ada@example.org','password':'not this one'}");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(account().path("connected").asBoolean(true)).isFalse();
  }

  @Test
  void usageThatTheOtherHubDoesNotOfferIsNotFound() throws Exception {
    server.tokens.add(token);
    visit(granted());

    assertThat(second.asked("GET", "/neboloop/janus/usage", "").statusCode()).isEqualTo(404);
  }
}
