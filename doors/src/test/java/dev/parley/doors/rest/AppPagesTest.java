package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.parley.apps.host.AppStatus;
import dev.parley.apps.proto.HttpRequest;
import dev.parley.apps.proto.HttpResponse;
import dev.parley.doors.FakeApps;
import dev.parley.doors.RawAnswer;
import io.grpc.Status;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of apps and what these ask of their apps: docs/adr/0094. */
@Timeout(60)
class AppPagesTest extends RestFixture {
  private static final String ID = "com.example.pages";
  private static final String APP = "/api/v1/apps/" + ID;

  @TempDir private Path elsewhere;

  private final BlockingQueue<HttpRequest> asked = new ArrayBlockingQueue<>(16);
  private Path app;

  @BeforeEach
  void installed() throws IOException {
    app = hub.apps().add(FakeApps.manifest(ID, List.of("ui"), Set.of()));
    Path ui = Files.createDirectories(app.resolve("ui").resolve("assets"));
    Files.writeString(app.resolve("ui").resolve("index.html"), "<h1>the page</h1>");
    Files.writeString(ui.resolve("app.js"), "let x = 1;");
    Files.writeString(ui.resolve("odd name+é.txt"), "odd");
    Files.writeString(app.resolve("manifest.json"), "private");
  }

  private void answering(HttpResponse response) {
    hub.apps()
        .run(
            ID,
            (request, to) -> {
              asked.add(request);
              to.onNext(response);
              to.onCompleted();
            });
  }

  private static HttpResponse.Builder ok(String body) {
    return HttpResponse.newBuilder().setStatusCode(200).setBody(ByteString.copyFromUtf8(body));
  }

  private HttpRequest asked() throws InterruptedException {
    HttpRequest request = asked.poll(10, TimeUnit.SECONDS);
    assertThat(request).as("what the app was asked").isNotNull();
    return request;
  }

  // ---- files

  @Test
  void filesAreServedWithTheirTypesAndUnknownPathsGetTheIndexPage() {
    assertThat(owner.get(APP + "/ui/").http().body()).isEqualTo("<h1>the page</h1>");
    assertThat(owner.get(APP + "/ui/assets/app.js").header("content-type"))
        .startsWith("text/javascript");
    assertThat(owner.get(APP + "/ui/assets/odd%20name+%C3%A9.txt").http().body()).isEqualTo("odd");
    assertThat(owner.get(APP + "/ui/settings/keys").http().body()).isEqualTo("<h1>the page</h1>");
    assertThat(owner.get(APP + "/ui/open").http().body()).isEqualTo("<h1>the page</h1>");
    assertThat(owner.get(APP + "/ui/missing.js").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../manifest.json",
        "%2e%2e/manifest.json",
        "..%2fmanifest.json",
        "%2e%2e%2fmanifest.json",
        "assets/../../manifest.json",
        "assets/%2e%2e/%2e%2e/manifest.json",
        "..%5cmanifest.json",
        "..\\manifest.json",
        "%252e%252e/manifest.json",
        "//etc/passwd.txt",
        "%2fetc%2fpasswd.txt",
        "index.html%00.txt",
        ".hidden.txt",
        "assets/.git/config.txt",
        "C:%5cboot.txt",
        "INDEX.HTML",
        "assets%2fapp.js",
        "link.txt",
        "folder/secret.txt",
        "%ff.txt"
      })
  void nothingOutsideOfTheFolderIsServed(String path) throws IOException {
    Files.writeString(elsewhere.resolve("secret.txt"), "the owner's");
    Files.createSymbolicLink(app.resolve("ui/link.txt"), elsewhere.resolve("secret.txt"));
    Files.createSymbolicLink(app.resolve("ui/folder"), elsewhere);
    Files.writeString(app.resolve("ui/.hidden.txt"), "hidden");

    RawAnswer answer =
        RawAnswer.get(hub.port(), APP + "/ui/" + path, "Authorization: Bearer " + hub.ownerToken());

    assertThat(answer.status()).as(answer.body()).isIn(400, 404);
    assertThat(answer.body()).doesNotContain("private").doesNotContain("the owner's");
  }

  @Test
  void aFolderThatIsALinkIsNoFolderOfPages() throws IOException {
    Path other = hub.apps().add(FakeApps.manifest("evil", List.of("ui"), Set.of()));
    Files.writeString(elsewhere.resolve("secret.txt"), "the owner's");
    Files.createSymbolicLink(other.resolve("ui"), elsewhere);

    assertThat(owner.get("/api/v1/apps/evil/ui/secret.txt").status()).isEqualTo(404);
  }

  @Test
  void anAppThatIsLinkedIntoItsPlaceIsServed() throws IOException {
    Path source = Files.createDirectories(elsewhere.resolve("dev").resolve("ui"));
    Files.writeString(source.resolve("index.html"), "from the workshop");
    Files.delete(hub.apps().add(FakeApps.manifest("dev", List.of("ui"), Set.of())));
    Files.createSymbolicLink(hub.apps().folder("dev"), source.getParent());

    assertThat(owner.get("/api/v1/apps/dev/ui/").http().body()).isEqualTo("from the workshop");
  }

  @Test
  void whoHasNoPagesOrIsOutOfUseHasNone() {
    hub.apps().add(FakeApps.manifest("tool", List.of("tool:x"), Set.of()));

    assertThat(owner.get("/api/v1/apps/tool/ui/").status()).isEqualTo(404);
    assertThat(owner.get("/api/v1/apps/tool/api/x").status()).isEqualTo(404);
    assertThat(owner.get("/api/v1/apps/nothing/ui/").status()).isEqualTo(404);
    assertThat(owner.post("/api/v1/apps/tool/ui/open", "{}").status()).isEqualTo(404);
    hub.apps().put(FakeApps.manifest(ID, List.of("ui"), Set.of()), AppStatus.State.QUARANTINED);
    assertThat(owner.get(APP + "/ui/").status()).isEqualTo(404);
  }

  @Test
  void thoseWithPagesAreListed() {
    hub.apps().add(FakeApps.manifest("tool", List.of("tool:x"), Set.of()));

    assertThat(owner.get("/api/v1/apps/ui").json().path("apps").findValuesAsString("id"))
        .containsExactly(ID);
  }

  // ---- calls

  @Test
  void anyMethodGoesToTheAppWithPathQueryHeadersAndBody() throws Exception {
    answering(ok("{\"done\":true}").setStatusCode(201).putHeaders("X-Mine", "yes").build());

    RestClient.Answer answer =
        owner.send(
            "PATCH",
            APP + "/api/a%20b/c%2Fd?q=1&q=%20",
            "{'x':1}",
            "X-Two",
            "a",
            "X-Two",
            "b",
            "Cookie",
            "parley=login; mine=1",
            "Content-Type",
            "application/json");

    HttpRequest request = asked();
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("x-mine")).isEqualTo("yes");
    assertThat(answer.http().body()).isEqualTo("{\"done\":true}");
    assertThat(request.getMethod()).isEqualTo("PATCH");
    assertThat(request.getPath()).isEqualTo("/a%20b/c%2Fd");
    assertThat(request.getQuery()).isEqualTo("q=1&q=%20");
    assertThat(request.getBody().toStringUtf8()).isEqualTo("{\"x\":1}");
    assertThat(request.getHeadersMap())
        .containsEntry("X-Two", "a, b")
        .containsEntry("Content-Type", "application/json")
        .containsEntry("Cookie", "mine=1")
        .doesNotContainKeys("Host", "Content-Length", "Authorization", "Connection", "Parley-Key");
  }

  @Test
  void thePathAlwaysBeginsWithOneSlash() throws Exception {
    answering(ok("").build());

    assertThat(owner.get(APP + "/api").status()).isEqualTo(200);
    assertThat(asked().getPath()).isEqualTo("/");
    assertThat(owner.get(APP + "/api/").status()).isEqualTo(200);
    assertThat(asked().getPath()).isEqualTo("/");
    assertThat(owner.get(APP + "/api///x").status()).isEqualTo(200);
    assertThat(asked().getPath()).isEqualTo("/x");
    assertThat(owner.send("OPTIONS", APP + "/api/x", null).status()).isEqualTo(200);
    assertThat(asked().getMethod()).isEqualTo("OPTIONS");
  }

  @Test
  void headersWithWhichAnAppCouldSpeakForTheHubDoNotComeBack() {
    answering(
        ok("x")
            .putHeaders("Set-Cookie", "parley=stolen")
            .putHeaders("Clear-Site-Data", "\"*\"")
            .putHeaders("Content-Security-Policy", "default-src *")
            .putHeaders("Access-Control-Allow-Origin", "*")
            .putHeaders("Strict-Transport-Security", "max-age=1")
            .putHeaders("WWW-Authenticate", "Basic")
            .putHeaders("Refresh", "0;url=http://evil.example")
            .putHeaders("Service-Worker-Allowed", "/")
            .putHeaders("Link", "<http://evil.example>; rel=preload")
            .putHeaders("Transfer-Encoding", "chunked")
            .putHeaders("X-Bad", "a\r\nSet-Cookie: parley=x")
            .putHeaders("Bad Name", "x")
            .putHeaders("Location", "http://evil.example/")
            .build());

    RestClient.Answer answer = owner.get(APP + "/api/x");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.http().headers().map().keySet())
        .doesNotContain(
            "set-cookie",
            "clear-site-data",
            "access-control-allow-origin",
            "strict-transport-security",
            "www-authenticate",
            "refresh",
            "service-worker-allowed",
            "link",
            "x-bad",
            "location");
    assertThat(answer.header("content-security-policy")).startsWith("sandbox;");
    assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
  }

  @Test
  void redirectsStayWithinTheApp() {
    answering(ok("").setStatusCode(302).putHeaders("Location", "/other?x").build());

    assertThat(owner.get(APP + "/api/x").header("location")).isEqualTo(APP + "/api/other?x");
  }

  @Test
  void aBodyThatIsTooLargeIsRefusedWithoutAskingTheApp() {
    answering(ok("").build());

    RestClient.Answer answer = owner.post(APP + "/api/x", "x".repeat(4 << 20));

    assertThat(answer.status()).isEqualTo(413);
    assertThat(asked).isEmpty();
  }

  @Test
  void anAppThatDoesNotRunFailsLiesOrIsGoneIsToldApart() {
    assertThat(owner.get(APP + "/api/x").status()).isEqualTo(503);
    hub.apps().run(ID, (_, to) -> to.onError(Status.INTERNAL.asRuntimeException()));
    assertThat(owner.get(APP + "/api/x").status()).isEqualTo(502);
    answering(HttpResponse.newBuilder().setStatusCode(42).build());
    assertThat(owner.get(APP + "/api/x").status()).isEqualTo(502);
    answering(HttpResponse.newBuilder().setStatusCode(404).build());
    assertThat(owner.get(APP + "/api/x").status()).isEqualTo(404);
    hub.apps().crash();
    assertThat(owner.get(APP + "/api/x").status()).isEqualTo(502);
  }

  // ---- pages that were opened

  private URI opened() {
    return URI.create(owner.post(APP + "/ui/open", "{}").json().path("url").asString());
  }

  private RawAnswer as(URI page, String method, String path, String... headers) {
    String[] all = new String[headers.length + 1];
    all[0] = "Host: " + page.getAuthority();
    System.arraycopy(headers, 0, all, 1, headers.length);
    return RawAnswer.of(hub.port(), method, path, all);
  }

  @Test
  void aPageIsShownUnderANameOfItsOwnInASandbox() throws Exception {
    answering(ok("fine").build());
    URI page = opened();

    assertThat(page.getHost()).matches("app-[a-z2-7]{26}\\.localhost");
    assertThat(page.getPort()).isEqualTo(hub.port());
    RawAnswer shown = as(page, "GET", page.getPath());
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.body()).isEqualTo("<h1>the page</h1>");
    assertThat(shown.header("content-security-policy"))
        .startsWith("sandbox allow-scripts allow-forms; default-src http://" + page.getAuthority())
        .contains("frame-ancestors http://127.0.0.1:" + hub.port())
        .doesNotContain("allow-same-origin")
        .doesNotContain("allow-top-navigation")
        .doesNotContain("allow-popups");
    assertThat(shown.header("referrer-policy")).isEqualTo("no-referrer");

    RawAnswer called =
        as(page, "POST", APP + "/api/x", "Origin: null", "Cookie: other=1", "Content-Length: 0");
    assertThat(called.status()).isEqualTo(200);
    assertThat(called.header("access-control-allow-origin")).isEqualTo("null");
    assertThat(asked().getHeadersMap()).doesNotContainKeys("Cookie", "Origin-Trial");
  }

  @Test
  void browsersAreToldThatTheSandboxedPageMayAsk() {
    URI page = opened();

    RawAnswer preflight =
        as(
            page,
            "OPTIONS",
            APP + "/api/x",
            "Origin: null",
            "Access-Control-Request-Method: PUT",
            "Access-Control-Request-Headers: content-type");

    assertThat(preflight.status()).isEqualTo(204);
    assertThat(preflight.header("access-control-allow-origin")).isEqualTo("null");
    assertThat(preflight.header("access-control-allow-methods")).contains("PUT");
    assertThat(preflight.header("access-control-allow-headers")).isEqualTo("content-type");
    assertThat(preflight.header("access-control-allow-credentials")).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void underItsNameThereIsNothingElse() {
    hub.apps().add(FakeApps.manifest("other", List.of("ui"), Set.of()));
    URI page = opened();
    String owners = "Authorization: Bearer " + hub.ownerToken();

    for (String path :
        List.of(
            "/",
            "/api/me",
            "/api/apps",
            "/api/v1/apps/ui",
            "/status",
            "/metrics",
            "/api/v1/apps/" + ID,
            APP + "/../../../me")) {
      assertThat(as(page, "GET", path, owners).status()).as(path).isEqualTo(403);
    }
    assertThat(as(page, "GET", "/api/v1/apps/other/ui/").status()).isEqualTo(410);
    assertThat(as(page, "GET", "/api/v1/apps/other/api/").status()).isEqualTo(410);
    assertThat(as(page, "GET", APP + "/ui/", "Origin: http://evil.example").status())
        .isEqualTo(403);
  }

  @Test
  void aNameThatNobodyWasGivenOpensNothing() {
    URI made = URI.create("http://app-" + "a".repeat(26) + ".localhost:" + hub.port());

    assertThat(as(made, "GET", APP + "/ui/").status()).isEqualTo(410);
    assertThat(as(made, "GET", APP + "/api/x").status()).isEqualTo(410);
    URI odd = URI.create("http://app-short.localhost:" + hub.port());
    assertThat(as(odd, "GET", APP + "/ui/").status()).isEqualTo(403);
  }

  @Test
  void sandboxedPagesHaveNoBusinessUnderTheHubsOwnName() {
    URI own = URI.create("http://127.0.0.1:" + hub.port());

    assertThat(as(own, "GET", APP + "/ui/", "Origin: null").status()).isEqualTo(403);
    assertThat(as(own, "GET", APP + "/ui/").status()).isEqualTo(401);
  }

  @Test
  void aPageEndsWithTheAppAndIsNotOnTheAgentsPort() {
    URI page = opened();

    assertThat(
            RawAnswer.get(hub.agentPort(), APP + "/ui/", "Host: " + page.getAuthority()).status())
        .isEqualTo(404);
    assertThat(owner.send("DELETE", "/api/apps/" + ID + "?data=delete", null).status())
        .isEqualTo(204);
    assertThat(as(page, "GET", APP + "/ui/").status()).isEqualTo(410);
  }
}
