package dev.parley.apps.oauth;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.apps.manifest.Manifest.OAuthNeed;
import dev.parley.core.error.Refused;
import dev.parley.testkit.time.ManualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logins for apps against a provider on this machine that is strict about the protocol. */
@Timeout(60)
class AppLoginsTest {
  private static final String APP = "com.example.mail";
  private static final String ACCESS = "oauth:google:access_token";

  @TempDir private Path folder;

  private final ManualTime time = new ManualTime(1_800_000_000_000L);
  private final SettledApps apps =
      new SettledApps(APP, List.of(new OAuthNeed("google", List.of("mail.read", "profile"))));
  private HttpServer provider;
  private AppLogins logins;

  /** What the provider answers next: a status and a body. */
  private int status = 200;

  private String answer = tokens("one", "again", 3_600);
  private Map<String, String> form = Map.of();
  private int asked;

  private static String tokens(String access, String refresh, int seconds) {
    return """
    {"access_token":"%s","refresh_token":"%s","token_type":"Bearer","expires_in":%d}\
    """
        .formatted(access, refresh, seconds);
  }

  @BeforeEach
  void start() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext("/token", this::token);
    provider.start();
    logins = opened();
  }

  @AfterEach
  void stop() {
    logins.close();
    provider.stop(0);
  }

  /** One that looks only when the test says so: nobody looks beside it. */
  private AppLogins opened() throws IOException {
    AppLogins opened = watching();
    opened.close();
    return opened;
  }

  private AppLogins watching() throws IOException {
    String address = "http://127.0.0.1:" + provider.getAddress().getPort();
    Provider google =
        new Provider(
            URI.create(address + "/authorize"),
            URI.create(address + "/token"),
            "the-client",
            "the-secret",
            Map.of("access_type", "offline"));
    return AppLogins.open(apps, Map.of("google", google), folder.resolve("logins.json"), time);
  }

  private void token(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked++;
      form = query(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      byte[] body = answer.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    for (String pair : raw.split("&")) {
      String[] parts = pair.split("=", 2);
      query.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
    }
    return query;
  }

  private void connect() throws Exception {
    logins.callback(logins.start(APP, "google", 7_000).state(), "the-code", false);
  }

  private Map<String, String> settings() {
    return apps.settings(APP);
  }

  @Test
  void theOwnerIsSentToTheProviderWithAllThatItNeeds() {
    AppLogins.Started started = logins.start(APP, "google", 7_000);

    Map<String, String> query = query(URI.create(started.authorizeUrl()).getRawQuery());
    assertThat(query)
        .containsEntry("response_type", "code")
        .containsEntry("client_id", "the-client")
        .containsEntry("scope", "mail.read profile")
        .containsEntry("redirect_uri", "http://localhost:7000/auth/apps/callback")
        .containsEntry("code_challenge_method", "S256")
        .containsEntry("access_type", "offline")
        .containsEntry("state", started.state());
    assertThat(started.authorizeUrl()).doesNotContain("the-secret");
  }

  @Test
  void theCodeIsChangedForTokensThatTheAppGetsWithItsSettings() throws Exception {
    apps.set(APP, Map.of("city", "Oslo"), java.util.Set.of());
    AppLogins.Started started = logins.start(APP, "google", 7_000);
    String challenge =
        query(URI.create(started.authorizeUrl()).getRawQuery()).get("code_challenge");

    logins.callback(started.state(), "the-code", false);

    assertThat(form)
        .containsEntry("grant_type", "authorization_code")
        .containsEntry("code", "the-code")
        .containsEntry("client_secret", "the-secret");
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(form.get("code_verifier").getBytes(US_ASCII));
    assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(hash)).isEqualTo(challenge);
    assertThat(settings())
        .containsEntry("city", "Oslo")
        .containsEntry(ACCESS, "one")
        .containsEntry("oauth:google:token_type", "Bearer")
        .containsEntry(
            "oauth:google:expires_at",
            Instant.ofEpochMilli(time.millis()).plusSeconds(3_600).toString());
    assertThat(apps.secrets(APP)).contains(ACCESS);
    assertThat(settings().values()).doesNotContain("again");
    assertThat(logins.status(started.state()).status()).isEqualTo("done");
    assertThat(logins.of(apps.find(APP).orElseThrow()).getFirst().connected()).isTrue();
  }

  @Test
  void aStateIsGoodOnceAndAStrangeOneForNothing() throws Exception {
    AppLogins.Started started = logins.start(APP, "google", 7_000);
    logins.callback(started.state(), "the-code", false);

    assertThatThrownBy(() -> logins.callback(started.state(), "the-code", false))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> logins.callback("made up", "the-code", false))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> logins.callback(null, null, false)).isInstanceOf(Refused.class);
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void whatIsNotGrantedChangesNothing() {
    AppLogins.Started denied = logins.start(APP, "google", 7_000);
    assertThatThrownBy(() -> logins.callback(denied.state(), null, true))
        .hasMessageContaining("not granted");
    status = 400;
    answer = "{\"error\":\"invalid_grant\",\"error_description\":\"<b>secret words</b>\"}";
    AppLogins.Started refused = logins.start(APP, "google", 7_000);
    assertThatThrownBy(() -> logins.callback(refused.state(), "bad", false))
        .hasMessage("the provider has refused the login");

    assertThat(settings()).isEmpty();
    assertThat(folder.resolve("logins.json")).doesNotExist();
    assertThat(logins.status(refused.state()).status()).isEqualTo("failed");
  }

  @Test
  void onlyWhatTheManifestAsksForCanBeConnected() {
    assertThatThrownBy(() -> logins.start(APP, "github", 7_000))
        .hasMessageContaining("asks for no login at 'github'");
    assertThatThrownBy(() -> logins.start("nothing", "google", 7_000)).isInstanceOf(Refused.class);
    apps.needs(List.of(new OAuthNeed("github", List.of())));
    assertThatThrownBy(() -> logins.start(APP, "github", 7_000))
        .hasMessageContaining("apps.oauth.github.clientId");
  }

  @Test
  void aTokenIsRenewedInTheLastFiveMinutesAndNotBefore() throws Exception {
    connect();
    answer = tokens("two", "", 3_600);

    time.advance(Duration.ofMinutes(55));
    logins.look();
    assertThat(asked).isEqualTo(1);
    time.advance(Duration.ofMillis(1));
    logins.look();

    assertThat(form)
        .containsEntry("grant_type", "refresh_token")
        .containsEntry("refresh_token", "again");
    assertThat(settings()).containsEntry(ACCESS, "two");
    // The refresh token that was not replaced goes on.
    time.advance(Duration.ofHours(1));
    logins.look();
    assertThat(form).containsEntry("refresh_token", "again");
  }

  @Test
  void itIsLookedAtEveryMinute() throws Exception {
    logins = watching();
    answer = tokens("one", "again", 301);
    connect();
    answer = tokens("two", "again", 3_600);
    Runnable told = apps.onceSet();

    time.advance(AppLogins.LOOK_EVERY);
    told.run();

    assertThat(settings()).containsEntry(ACCESS, "two");
  }

  @Test
  void aProviderThatDoesNotAnswerIsAskedAgainAndTheTokenStaysUntilThen() throws Exception {
    connect();
    time.advance(Duration.ofMinutes(58));
    status = 503;
    logins.look();
    assertThat(settings()).containsEntry(ACCESS, "one");

    status = 200;
    answer = tokens("two", "again", 3_600);
    logins.look();

    assertThat(settings()).containsEntry(ACCESS, "two");
  }

  @Test
  void aLoginThatTheProviderHasEndedIsEndedHere() throws Exception {
    connect();
    time.advance(Duration.ofMinutes(58));
    status = 400;
    answer = "{\"error\":\"invalid_grant\"}";
    logins.look();

    assertThat(settings()).containsEntry(ACCESS, "").containsEntry("oauth:google:expires_at", "");
    assertThat(logins.of(apps.find(APP).orElseThrow()).getFirst().connected()).isFalse();
  }

  @Test
  void disconnectingSendsTheThreeEmpty() throws Exception {
    connect();
    logins.disconnect(APP, "google");

    assertThat(settings())
        .containsEntry(ACCESS, "")
        .containsEntry("oauth:google:token_type", "")
        .containsEntry("oauth:google:expires_at", "");
    assertThatThrownBy(() -> logins.disconnect(APP, "google")).isInstanceOf(Refused.class);
    time.advance(Duration.ofHours(2));
    logins.look();
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void loginsOutliveTheHubInAFileOfTheOwnersAlone() throws Exception {
    connect();
    logins.close();
    Path file = folder.resolve("logins.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(file)).contains("again").doesNotContain("the-secret");

    logins = opened();
    answer = tokens("two", "again", 3_600);
    time.advance(Duration.ofMinutes(58));
    logins.look();

    assertThat(settings()).containsEntry(ACCESS, "two");
  }

  @Test
  void aDamagedFileIsSaidAndLeftAsItIs() throws Exception {
    logins.close();
    Files.writeString(folder.resolve("logins.json"), "{\"half");

    assertThatThrownBy(this::opened)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged");
    assertThat(folder.resolve("logins.json")).hasContent("{\"half");
  }

  @Test
  void secretsGoToNobodyInClear() {
    URI open = URI.create("http://provider.example/token");

    assertThatThrownBy(() -> new Provider(open, open, "id", "", Map.of()))
        .hasMessageContaining("https");
  }
}
