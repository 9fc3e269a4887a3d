package dev.parley.hub.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.hub.cli.CliRun.Result;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code parley apps} against a hub that answers what it was told to. */
class AppCommandsTest {
  private static final String APP =
      """
      {"id":"com.example.weather","name":"Weather","version":"1.0.0","state":"%s","since":1,
       "problem":"%s","warnings":[],"restarts":0,"pid":1,"provides":["tool:weather"],"hasPages":false,
       "logins":[],"permissions":[{"permission":"network:api.example.com","sensitive":true,
       "text":"Connect to api.example.com"}]%s}\
      """;
  private static final String CANDIDATE =
      """
      {"id":"com.example.weather","name":"Weather","version":"1.0.0","description":"",
       "provides":["tool:weather"],"overrides":[],"origin":"a file","verified":false,
       "permissions":[{"permission":"network:api.example.com","sensitive":true,
       "text":"Connect to api.example.com"}]}\
      """;

  @TempDir private Path data;

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer hub;

  @BeforeEach
  void start() throws IOException {
    hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    hub.createContext("/", this::answer);
    hub.start();
    int port = hub.getAddress().getPort();
    new DataDirectory(data).announce(new DataDirectory.Running("127.0.0.1", port, 0, 1));
    Files.writeString(data.resolve("owner-token"), "secret\n");
  }

  @AfterEach
  void stop() {
    hub.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      asked.add(request + " " + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      String answer = answers.get(request);
      byte[] body = (answer == null ? "{\"detail\":\"there is no app\"}" : answer).getBytes(UTF_8);
      exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String app(String state, String problem) {
    return APP.formatted(state, problem, "");
  }

  private CliRun cli() {
    return new CliRun().with("PARLEY_DATA", data.toString());
  }

  @Test
  void theListShowsHowAppsAre() {
    answers.put("GET /api/apps", "{\"apps\":[" + app("running", "") + "]}");

    Result list = cli().run("apps", "list");

    assertThat(list.lines().get(1)).matches("com.example.weather +1.0.0 +running +tool:weather");
    assertThat(cli().run("apps", "list", "--json").json().objects("apps")).hasSize(1);
  }

  @Test
  void oneIsShownWithWhatItMayDoAndWhatToDoNext() {
    answers.put("GET /api/apps/com.example.weather", app("failed", "it ended at once"));

    Result shown = cli().run("apps", "show", "com.example.weather");

    assertThat(shown.out())
        .contains("Connect to api.example.com", "state: failed (it ended at once)");
    assertThat(shown.err()).contains("parley apps logs com.example.weather");
  }

  @Test
  void whatAppsSayOfThemselvesCannotRewriteTheTerminal() {
    answers.put(
        "GET /api/apps/com.example.weather",
        app("failed", "x").replace("\"Weather\"", "\"We\\u001b[2Jather\""));

    assertThat(cli().run("apps", "show", "com.example.weather").out()).doesNotContain("\u001b[2J");
  }

  @Test
  void anAppIsInstalledFromAFileWithThePermissionsThatWereShown() throws IOException {
    Path file = Files.writeString(data.resolve("w.napp"), "package");
    answers.put("POST /api/blobs", "{\"sha256\":\"abc\"}");
    answers.put("POST /api/apps/inspect", CANDIDATE);
    answers.put("POST /api/apps", app("running", ""));

    Result done = cli().onTerminal().input("y\n").run("apps", "install", file.toString());

    assertThat(done.exitCode()).isZero();
    assertThat(done.out()).contains("Connect to api.example.com", "not signed");
    assertThat(asked.get(0)).isEqualTo("POST /api/blobs package");
    assertThat(asked.get(2))
        .isEqualTo(
            "POST /api/apps {\"sha256\":\"abc\",\"permissions\":[\"network:api.example.com\"]}");
  }

  @Test
  void whoDoesNotAgreeInstallsNothing() {
    answers.put("POST /api/apps/inspect", CANDIDATE);

    Result no = cli().onTerminal().input("n\n").run("apps", "install", "com.example.weather");
    Result nobody = cli().run("apps", "install", "com.example.weather");

    assertThat(no.exitCode()).isNotZero();
    assertThat(nobody.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(nobody.err()).contains("--yes");
    assertThat(asked).noneMatch(each -> each.startsWith("POST /api/apps {"));
  }

  @Test
  void settingsAreSetTakenAwayAndSecretsComeUnseen() {
    String path = "PUT /api/apps/com.example.weather/settings";
    answers.put(path, "{\"settings\":[{\"name\":\"api_key\",\"secret\":true}]}");

    Result done =
        cli()
            .input("hush\n")
            .run(
                "apps",
                "settings",
                "com.example.weather",
                "city=Oslo",
                "--unset",
                "units",
                "--secret",
                "api_key");

    assertThat(done.lines().get(1)).matches("api_key +\\(set\\)");
    assertThat(asked.getFirst())
        .startsWith(path + " ")
        .contains("\"city\":\"Oslo\"", "\"units\":null", "\"api_key\":\"hush\"")
        .contains("\"secret\":[\"api_key\"]");
    assertThat(done.out() + done.err()).doesNotContain("hush");
  }

  @Test
  void whatBecomesOfTheDataIsSaid() {
    answers.put("DELETE /api/apps/com.example.weather?data=keep", "{}");

    assertThat(cli().run("apps", "uninstall", "com.example.weather").exitCode())
        .isEqualTo(Exit.USAGE);
    assertThat(asked).isEmpty();
    assertThat(
            cli()
                .run("apps", "uninstall", "com.example.weather", "--keep-data", "--yes")
                .exitCode())
        .isZero();
  }

  @Test
  void aFolderIsRunFromWhereItIs() throws IOException {
    Path folder = Files.createDirectories(data.resolve("calculator"));
    answers.put("POST /api/apps/link", app("running", ""));

    Result without = cli().run("apps", "run", folder.toString());
    Files.writeString(folder.resolve("manifest.json"), "{}");
    Result done = cli().run("apps", "run", folder.toString());

    assertThat(without.err()).contains("there is no manifest.json");
    assertThat(done.exitCode()).isZero();
    assertThat(asked.getFirst()).contains(folder.toRealPath().toString());
  }

  @Test
  void anUpdateThatWaitsIsLetInWithAllItsPermissions() {
    String pending =
        """
        ,"pending":{"version":"2.0.0","permissions":[{"permission":"network:*","text":"Connect"},
        {"permission":"shell:exec","text":"Run commands"}],
        "newPermissions":[{"permission":"shell:exec","text":"Run commands","sensitive":true}]}\
        """;
    answers.put("GET /api/apps/com.example.weather", APP.formatted("running", "", pending));
    answers.put("POST /api/apps/com.example.weather/approve", app("running", ""));

    Result done = cli().run("apps", "approve", "com.example.weather", "--yes");

    assertThat(done.out()).contains("version 2.0.0 also wants to", "Run commands");
    assertThat(asked.get(1)).contains("{\"permissions\":[\"network:*\",\"shell:exec\"]}");
  }

  @Test
  void logsAreShownLineByLine() {
    answers.put(
        "GET /api/apps/com.example.weather/log?bytes=65536&stream=stderr", "one\ntwo\u001b[2J\n");

    Result logs = cli().run("apps", "logs", "com.example.weather");

    assertThat(logs.lines()).hasSize(2);
    assertThat(logs.out()).doesNotContain("\u001b[2J");
  }

  @Test
  void aVersionIsPublishedAndSubmitted() throws IOException {
    Path folder = Files.createDirectories(data.resolve("app"));
    Files.writeString(
        folder.resolve("manifest.json"),
        "{\"id\":\"com.example.weather\",\"name\":\"Weather\",\"version\":\"1.0.0\"}");
    Path binary = Files.writeString(folder.resolve("bin"), "ELF");
    Result without =
        cli().run("apps", "publish", folder.toString(), "--binary", "linux-amd64=" + binary);
    assertThat(without.err()).contains("there is no SKILL.md");
    Files.writeString(folder.resolve("SKILL.md"), "# Weather");
    String mine = "/api/v1/developer/apps";
    answers.put("GET " + mine, "{\"products\":[]}");
    answers.put("GET /api/v1/developer/accounts", "{\"accounts\":[]}");
    answers.put("POST /api/v1/developer/accounts", "{\"id\":\"a1\",\"slug\":\"developer\"}");
    answers.put("POST " + mine, "{\"id\":\"u1\",\"slug\":\"weather\",\"status\":\"draft\"}");
    answers.put("POST " + mine + "/u1/binaries", "{\"id\":\"b1\"}");
    answers.put(
        "GET " + mine + "/u1", "{\"id\":\"u1\",\"slug\":\"weather\",\"version\":\"1.0.0\"}");

    Result done =
        cli().run("apps", "publish", folder.toString(), "--binary", "linux-amd64=" + binary);

    assertThat(done.out())
        .contains("made the developer account developer")
        .contains("uploaded linux-amd64", "weather 1.0.0 is a draft");
    assertThat(done.err()).contains("parley apps submit weather");
    assertThat(asked).anyMatch(each -> each.contains("name=\"binary\"") && each.contains("ELF"));
    assertThat(asked)
        .anyMatch(
            each ->
                each.startsWith("POST " + mine + " {") && each.endsWith("\"accountId\":\"a1\"}"));

    answers.put(
        "GET " + mine,
        "{\"products\":[{\"app\":{\"id\":\"u1\",\"slug\":\"weather\",\"name\":\"Weather\"}}]}");
    answers.put("POST " + mine + "/u1/submit", "{\"id\":\"u1\",\"status\":\"pending_review\"}");
    assertThat(cli().run("apps", "submit", "weather").out()).contains("weather: pending_review");
    assertThat(cli().run("apps", "submit", "other").err()).contains("parley apps publish");
  }

  @Test
  void whoRejectsSaysWhy() {
    String path = "POST /api/v1/admin/apps/u1/reject";
    answers.put(path, "{\"id\":\"u1\",\"status\":\"draft\"}");

    assertThat(cli().run("apps", "review", "reject", "u1").exitCode()).isEqualTo(Exit.USAGE);
    assertThat(cli().run("apps", "review", "reject", "u1", "--reason", "no words").out())
        .contains("u1: draft");
    assertThat(asked).containsExactly(path + " {\"reason\":\"no words\"}");
  }

  @Test
  void anotherStoreGetsNoTokenInClear() {
    Result plain = cli().run("apps", "status", "--store", "http://store.example");
    assertThat(plain.err()).contains("--store-token-file");

    Path token = data.resolve("owner-token");
    Result open =
        cli()
            .run(
                "apps",
                "status",
                "--store",
                "http://store.example",
                "--store-token-file",
                token.toString());
    assertThat(open.err()).contains("must begin with https");
    assertThat(asked).isEmpty();
  }
}
