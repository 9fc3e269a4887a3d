package dev.parley.doors.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.HttpDoor;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DashboardTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static HttpDoor door;

  @BeforeAll
  static void start() {
    door = serving(DashboardTest.class.getClassLoader());
  }

  @AfterAll
  static void stop() {
    door.close();
    HTTP.close();
  }

  private static HttpDoor serving(ClassLoader loader) {
    return HttpDoor.start(
        DoorConfig.DEFAULT.withPorts(new DoorConfig.Ports("127.0.0.1", 0, 0, Set.of(), 1)),
        Dashboard.from(loader).routes());
  }

  private static HttpResponse<byte[]> get(int port, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static HttpResponse<byte[]> get(String path, String... headers) throws Exception {
    return get(door.ownerPort(), path, headers);
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /** The path of a file, with the version that the page names. */
  private static String asset(String path) throws Exception {
    Matcher version = Pattern.compile("/assets/([0-9a-f]{32})/").matcher(text(get("/")));
    assertThat(version.find()).isTrue();
    return "/assets/" + version.group(1) + "/" + path;
  }

  @Test
  void thePageIsAskedForEveryTimeAndRunsNothingForeign() throws Exception {
    HttpResponse<byte[]> page = get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
    assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
    String policy = header(page, "Content-Security-Policy");
    assertThat(policy)
        .contains("default-src 'none'", "script-src 'self' 'sha256-", "connect-src 'self'")
        .contains("frame-ancestors 'none'", "require-trusted-types-for 'script'");
    // Pages of apps have hosts of their own, in frames; nothing else comes from elsewhere.
    String ofApps = " frame-src http://*.localhost:*;";
    assertThat(policy).contains(ofApps);
    assertThat(policy.replace(ofApps, ""))
        .doesNotContain("unsafe", "http:", "https:", "*", "data:");
    assertThat(text(page)).doesNotContain("{{");
  }

  @Test
  void theOnlyInlineScriptIsTheImportMapAndThePolicyNamesItsHash() throws Exception {
    HttpResponse<byte[]> page = get("/");
    String inline =
        text(page).replaceAll("(?s).*<script type=\"importmap\">(.*?)</script>.*", "$1");
    String hash =
        Base64.getEncoder()
            .encodeToString(
                java.security.MessageDigest.getInstance("SHA-256")
                    .digest(inline.getBytes(StandardCharsets.UTF_8)));
    assertThat(header(page, "Content-Security-Policy")).contains("'sha256-" + hash + "'");
    assertThat(text(page).split("<script", -1)).hasSize(4);
    assertThat(text(page).split("<script[^>]* src=", -1)).hasSize(3);
  }

  @Test
  void aFileIsKeptForever() throws Exception {
    HttpResponse<byte[]> file = get(asset("ui/main.js"));
    assertThat(file.statusCode()).isEqualTo(200);
    assertThat(header(file, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(header(file, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(header(file, "ETag")).matches("\"[0-9a-f]{32}\"");
    assertThat(text(file)).contains("import './app.js'");
  }

  @Test
  void whatIsKnownIsNotSentAgain() throws Exception {
    String path = asset("ui/style/base.css");
    String tag = header(get(path), "ETag");
    HttpResponse<byte[]> again = get(path, "If-None-Match", "\"other\", " + tag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(get(path, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    String page = header(get("/"), "ETag");
    assertThat(get("/", "If-None-Match", page).statusCode()).isEqualTo(304);
  }

  @Test
  void whoTakesGzipGetsTheSameInFewerBytes() throws Exception {
    String path = asset("lit-html/lit-html.js");
    HttpResponse<byte[]> plain = get(path);
    HttpResponse<byte[]> small = get(path, "Accept-Encoding", "br, gzip;q=0.8");
    assertThat(header(small, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(small, "Vary")).isEqualTo("Accept-Encoding");
    assertThat(small.body().length).isLessThan(plain.body().length);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(small.body())).readAllBytes())
        .isEqualTo(plain.body());
    assertThat(header(small, "ETag")).isNotEqualTo(header(plain, "ETag"));
    assertThat(header(get(path, "Accept-Encoding", "gzip;q=0"), "Content-Encoding")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "index.html",
        "assets.properties",
        "ui",
        "ui/",
        "ui/missing.js",
        "ui/../ui/main.js",
        "ui//main.js",
        "%2e%2e/%2e%2e/index.html",
        "..%2f..%2fassets.properties",
        "ui%2fmain.js%00",
        "/etc/passwd",
        "dev/parley/doors/web/Dashboard.class",
        "META-INF/MANIFEST.MF"
      })
  void nothingElseIsServed(String path) throws Exception {
    assertThat(get(asset(path)).statusCode()).isEqualTo(404);
  }

  @Test
  void anotherVersionsFilesAreNotServed() throws Exception {
    assertThat(get("/assets/" + "0".repeat(32) + "/ui/main.js").statusCode()).isEqualTo(404);
  }

  @Test
  void theAgentsPortHasNoDashboard() throws Exception {
    assertThat(get(door.agentPort(), "/").statusCode()).isEqualTo(404);
    assertThat(get(door.agentPort(), asset("ui/main.js")).statusCode()).isEqualTo(404);
  }

  @Test
  void aHubWithoutTheFilesSaysSo() throws Exception {
    try (HttpDoor bare = serving(ClassLoader.getPlatformClassLoader())) {
      HttpResponse<byte[]> answer = get(bare.ownerPort(), "/");
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(text(answer)).contains("not part of this build", "/status");
    }
  }
}
