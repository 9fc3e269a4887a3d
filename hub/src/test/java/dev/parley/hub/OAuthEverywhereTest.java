package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.OwnerToken;
import dev.parley.testkit.nats.NatsServers;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hubs on one log, behind one name: a program may be sent to either with every step. */
class OAuthEverywhereTest {
  private static final String PASSWORD = "correct horse battery";
  private static final String REDIRECT = "http://localhost:4711/callback";
  private static final String VERIFIER = "a-verifier-of-at-least-forty-three-characters.";

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
    String token = OwnerToken.loadOrCreate(directory.resolve("here")).secret();
    HttpResponse<String> registered =
        send(
            HttpRequest.newBuilder(address(here, "/api/v1/owners/register"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"email\":\"ann@example.org\",\"password\":\"" + PASSWORD + "\"}")));
    assertThat(registered.statusCode()).as(registered.body()).isEqualTo(201);
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    there.close();
    here.close();
    servers.close();
  }

  private Hub hub(String name) throws IOException {
    Path data = Files.createDirectories(directory.resolve(name));
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

  private static URI address(Hub hub, String path) {
    return URI.create("http://127.0.0.1:" + hub.port() + path);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder form(URI at, Map<String, String> fields) {
    return HttpRequest.newBuilder(at)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(encoded(fields)));
  }

  private static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static String in(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return found.group(1);
  }

  private String register() throws Exception {
    HttpResponse<String> made =
        send(
            HttpRequest.newBuilder(address(here, "/oauth/register"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"redirect_uris\":[\"" + REDIRECT + "\"]}")));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return in(made.body(), "\"client_id\":\"([^\"]+)\"");
  }

  /** The page comes from one hub; the other is shown who signed in, and makes the code. */
  private String code(String client) throws Exception {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII));
    String query =
        "/oauth/authorize?"
            + encoded(
                Map.of(
                    "response_type",
                    "code",
                    "client_id",
                    client,
                    "redirect_uri",
                    REDIRECT,
                    "code_challenge",
                    Base64.getUrlEncoder().withoutPadding().encodeToString(hash),
                    "code_challenge_method",
                    "S256"));
    HttpResponse<String> page = send(HttpRequest.newBuilder(address(here, query)).GET());
    assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
    String cookie = page.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
    HttpResponse<String> consent =
        send(
            form(
                    address(here, query),
                    Map.of(
                        "csrf",
                        in(page.body(), "name=\"csrf\" value=\"([^\"]+)\""),
                        "email",
                        "ann@example.org",
                        "password",
                        PASSWORD,
                        "decision",
                        "sign-in"))
                .header("Cookie", cookie));
    assertThat(consent.statusCode()).as(consent.body()).isEqualTo(200);
    HttpResponse<String> agreed =
        send(
            form(
                    address(there, query),
                    Map.of(
                        "csrf",
                        in(consent.body(), "name=\"csrf\" value=\"([^\"]+)\""),
                        "ticket",
                        in(consent.body(), "name=\"ticket\" value=\"([^\"]+)\""),
                        "agent",
                        "ann",
                        "decision",
                        "approve"))
                .header("Cookie", cookie));
    assertThat(agreed.statusCode()).as(agreed.body()).isEqualTo(303);
    return in(agreed.headers().firstValue("location").orElseThrow(), "[?&]code=([^&]+)");
  }

  private static HttpRequest exchange(Hub hub, String client, String code) {
    return form(
            address(hub, "/oauth/token"),
            Map.of(
                "grant_type", "authorization_code",
                "client_id", client,
                "code", code,
                "redirect_uri", REDIRECT,
                "code_verifier", VERIFIER))
        .build();
  }

  private int mcp(Hub hub, String token) throws Exception {
    return send(HttpRequest.newBuilder(address(hub, "/mcp"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(
                BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}")))
        .statusCode();
  }

  @Test
  void everyStepIsTakenAtAnyHubAndACodeThatIsReplayedAtTheOtherEndsTheSession() throws Exception {
    String client = register();
    String code = code(client);

    HttpResponse<String> given = http.send(exchange(here, client, code), BodyHandlers.ofString());
    assertThat(given.statusCode()).as(given.body()).isEqualTo(200);
    String token = in(given.body(), "\"access_token\":\"([^\"]+)\"");
    assertThat(mcp(there, token)).isEqualTo(200);
    assertThat(mcp(here, token)).isEqualTo(200);

    HttpResponse<String> replayed =
        http.send(exchange(there, client, code), BodyHandlers.ofString());

    assertThat(replayed.body()).contains("invalid_grant");
    assertThat(mcp(there, token)).isEqualTo(401);
    await().atMost(Duration.ofSeconds(60)).until(() -> mcp(here, token) == 401);
  }

  @Test
  void ofTwoHubsThatAreShownACodeAtTheSameTimeOneTakesIt() throws Exception {
    String client = register();
    String code = code(client);

    List<CompletableFuture<HttpResponse<String>>> both =
        List.of(
            http.sendAsync(exchange(here, client, code), BodyHandlers.ofString()),
            http.sendAsync(exchange(there, client, code), BodyHandlers.ofString()));

    assertThat(both.stream().map(answer -> answer.join().statusCode()).toList())
        .containsExactlyInAnyOrder(200, 400);
  }
}
