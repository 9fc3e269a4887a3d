package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.manifest.Manifest;
import dev.parley.doors.FakeApps;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Apps over REST: looked at, installed, run, set up, taken away; by the owner alone. */
@Timeout(60)
class AppsTest extends RestFixture {
  private static final String WEATHER = "com.example.weather";

  @TempDir private Path folder;

  private Manifest weather(String... permissions) {
    return FakeApps.manifest(WEATHER, List.of("tool:weather"), Set.of(permissions));
  }

  private JsonNode app() {
    return owner.get("/api/apps/" + WEATHER).json();
  }

  private String uploaded(String content) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(owner.uri("/api/blobs"))
            .POST(HttpRequest.BodyPublishers.ofString(content));
    owner.headers(request, owner.headers().toArray(String[]::new));
    HttpResponse<String> answer =
        owner.http().send(request.build(), HttpResponse.BodyHandlers.ofString());
    return dev.parley.doors.Json.parse(answer.body()).path("sha256").asString();
  }

  @Test
  void anAppIsShownWithItsPermissionsInWordsTheSensitiveOnesFirst() {
    hub.apps().add(weather("notification:send", "network:api.example.com:443"));

    JsonNode list = owner.get("/api/apps").json().path("apps");
    JsonNode permissions = app().path("permissions");

    assertThat(list.findValuesAsString("id")).containsExactly(WEATHER);
    assertThat(app().path("state").asString()).isEqualTo("stopped");
    assertThat(permissions.findValuesAsString("text"))
        .containsExactly("Connect to api.example.com:443", "Send you notifications");
    assertThat(permissions.get(0).path("sensitive").asBoolean()).isTrue();
    assertThat(permissions.get(1).path("sensitive").asBoolean()).isFalse();
  }

  @Test
  void agentsAreToldNothingAndMayDoNothing() {
    hub.apps().add(weather());
    RestClient agent = agent("ada");

    assertThat(agent.get("/api/apps").status()).isEqualTo(403);
    assertThat(agent.get("/api/apps/" + WEATHER).status()).isEqualTo(403);
    assertThat(agent.post("/api/apps/" + WEATHER + "/launch", "{}").status()).isEqualTo(403);
    assertThat(agent.send("DELETE", "/api/apps/" + WEATHER + "?data=delete", null).status())
        .isEqualTo(403);
    assertThat(agent.get("/api/apps/" + WEATHER + "/settings").status()).isEqualTo(403);
    assertThat(agent.get("/api/apps/" + WEATHER + "/log").status()).isEqualTo(403);
    assertThat(agent.post("/api/v1/apps/" + WEATHER + "/ui/open", "{}").status()).isEqualTo(403);
    assertThat(hub.apps().told()).isEmpty();
  }

  @Test
  void itIsLaunchedStoppedAndStartedAnewAndTheAuditLogSaysSo() {
    hub.apps().add(weather());

    assertThat(owner.post("/api/apps/" + WEATHER + "/launch", "{}").json().path("state").asString())
        .isEqualTo("running");
    assertThat(owner.post("/api/apps/" + WEATHER + "/stop", "{}").json().path("state").asString())
        .isEqualTo("stopped");
    assertThat(owner.post("/api/apps/" + WEATHER + "/restart", "{}").status()).isEqualTo(200);

    assertThat(hub.apps().told())
        .containsExactly("launch " + WEATHER, "stop " + WEATHER, "launch " + WEATHER);
    // An entry is written when the answer is on its way.
    await()
        .untilAsserted(
            () -> {
              JsonNode entries = owner.get("/api/audit").json().path("entries");
              assertThat(entries.findValuesAsString("action"))
                  .contains("app.launch", "app.stop", "app.restart");
              assertThat(entries.findValuesAsString("subject")).contains(WEATHER);
            });
  }

  @Test
  void whatIsNotThereOrInQuarantineIsRefusedWithTheReason() {
    hub.apps().add(weather());
    hub.apps().put(weather(), AppStatus.State.QUARANTINED);

    assertThat(owner.post("/api/apps/nothing/launch", "{}").status()).isEqualTo(404);
    assertThat(owner.get("/api/apps/nothing").code()).isEqualTo("not_found");
    assertThat(app().path("state").asString()).isEqualTo("quarantined");
    RestClient.Answer refused = owner.post("/api/apps/" + WEATHER + "/launch", "{}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().path("detail").asString()).contains("quarantined");
  }

  @Test
  void aPackageIsLookedAtAndInstalledOnlyWithThePermissionsThatWereSeen() throws Exception {
    String sha256 = uploaded(WEATHER + " network:api.example.com");
    String source = "'sha256':'" + sha256 + "'";

    JsonNode seen = owner.post("/api/apps/inspect", "{" + source + "}").json();
    assertThat(seen.path("verified").asBoolean(true)).isFalse();
    assertThat(seen.path("permissions").findValuesAsString("text"))
        .containsExactly("Connect to api.example.com");
    assertThat(owner.get("/api/apps").json().path("apps")).isEmpty();

    assertThat(owner.post("/api/apps", "{" + source + "}").status()).isEqualTo(400);
    assertThat(owner.post("/api/apps", "{" + source + ",'permissions':[]}").status())
        .isEqualTo(409);
    assertThat(owner.get("/api/apps").json().path("apps")).isEmpty();
    RestClient.Answer done =
        owner.post("/api/apps", "{" + source + ",'permissions':['network:api.example.com']}");
    assertThat(done.status()).isEqualTo(201);
    assertThat(done.json().path("state").asString()).isEqualTo("running");
  }

  @Test
  void fromAStoreItIsInstalledById() {
    hub.packages().offer(weather());

    assertThat(
            owner
                .post("/api/apps", "{'id':'" + WEATHER + "','permissions':[]}")
                .json()
                .path("id")
                .asString())
        .isEqualTo(WEATHER);
    assertThat(owner.post("/api/apps/inspect", "{'id':'nothing'}").status()).isEqualTo(404);
    assertThat(owner.post("/api/apps/inspect", "{}").status()).isEqualTo(400);
    assertThat(owner.post("/api/apps/inspect", "{'id':'x','sha256':'y'}").status()).isEqualTo(400);
  }

  @Test
  void anUpdateThatWantsMoreWaitsAndSaysWhatIsNew() {
    hub.apps().add(weather("notification:send"));
    hub.packages().waits(weather("notification:send", "filesystem:read"));

    JsonNode pending = app().path("pending");
    assertThat(pending.path("newPermissions").findValuesAsString("text"))
        .containsExactly("Read your files");
    String path = "/api/apps/" + WEATHER + "/approve";
    assertThat(owner.post(path, "{'permissions':['notification:send']}").status()).isEqualTo(409);
    assertThat(app().has("pending")).isTrue();
    assertThat(
            owner
                .post(path, "{'permissions':['notification:send','filesystem:read']}")
                .json()
                .has("pending"))
        .isFalse();
  }

  @Test
  void whoTakesAnAppAwaySaysWhatBecomesOfItsData() {
    hub.apps().add(weather());

    assertThat(owner.send("DELETE", "/api/apps/" + WEATHER, null).status()).isEqualTo(400);
    assertThat(owner.send("DELETE", "/api/apps/" + WEATHER + "?data=some", null).status())
        .isEqualTo(400);
    assertThat(owner.send("DELETE", "/api/apps/" + WEATHER + "?data=keep", null).status())
        .isEqualTo(204);
    assertThat(hub.packages().keptData(WEATHER)).isTrue();
    assertThat(owner.get("/api/apps/" + WEATHER).status()).isEqualTo(404);
  }

  @Test
  void settingsAreSetAndTakenAwayAndSecretsAreShownToNobody() {
    hub.apps().add(weather());
    String path = "/api/apps/" + WEATHER + "/settings";

    RestClient.Answer set =
        owner.send(
            "PUT", path, "{'values':{'city':'Oslo','api_key':'hush-hush'},'secret':['api_key']}");

    assertThat(set.status()).isEqualTo(200);
    assertThat(set.http().body()).doesNotContain("hush-hush");
    assertThat(owner.get(path).http().body()).contains("Oslo").doesNotContain("hush-hush");
    assertThat(hub.apps().settings(WEATHER)).containsEntry("api_key", "hush-hush");
    assertThat(owner.send("PUT", path, "{'values':{'city':null}}").status()).isEqualTo(200);
    assertThat(hub.apps().settings(WEATHER)).containsOnlyKeys("api_key");
    await()
        .untilAsserted(
            () ->
                assertThat(owner.get("/api/audit").http().body())
                    .contains("app.settings")
                    .doesNotContain("hush-hush"));
  }

  @Test
  void settingsThatCannotBeChangeNothing() {
    hub.apps().add(weather());
    String path = "/api/apps/" + WEATHER + "/settings";

    for (String body :
        List.of(
            "{}",
            "{'values':{'a b':'x'}}",
            "{'values':{'oauth:google:access_token':'x'}}",
            "{'values':{'n':1}}",
            "{'values':{'n':'x'},'secret':['other']}")) {
      assertThat(owner.send("PUT", path, body).status()).as(body).isEqualTo(400);
    }
    assertThat(hub.apps().settings(WEATHER)).isEmpty();
  }

  @Test
  void logsAreReadFromTheEnd() throws IOException {
    Path logs = Files.createDirectories(hub.apps().add(weather()).resolve("logs"));
    Files.writeString(logs.resolve("stderr.log"), "first\nlast\n");
    Files.writeString(logs.resolve("stdout.log"), "said\n");
    String path = "/api/apps/" + WEATHER + "/log";

    assertThat(owner.get(path).http().body()).isEqualTo("first\nlast\n");
    assertThat(owner.get(path + "?bytes=5").http().body()).isEqualTo("last\n");
    assertThat(owner.get(path + "?stream=stdout").http().body()).isEqualTo("said\n");
    assertThat(owner.get(path + "?stream=../secret").status()).isEqualTo(400);
    assertThat(owner.get("/api/apps/nothing/log").status()).isEqualTo(404);
  }

  @Test
  void aLogThatIsALinkIsNotFollowed() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "the owner's");
    Path logs = Files.createDirectories(hub.apps().add(weather()).resolve("logs"));
    Files.createSymbolicLink(logs.resolve("stderr.log"), secret);

    assertThat(owner.get("/api/apps/" + WEATHER + "/log").http().body())
        .doesNotContain("the owner's");
  }

  @Test
  void aFolderIsLinkedAndLaunchedAndAnotherOfTheSameIdIsNot() throws IOException {
    Path mine = Files.createDirectories(folder.resolve("mine"));
    Files.writeString(mine.resolve("manifest.json"), "{\"id\":\"my.app\"}");
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("manifest.json"), "{\"id\":\"my.app\"}");
    Path empty = Files.createDirectories(folder.resolve("empty"));

    assertThat(link(mine.toString()).status()).isEqualTo(200);
    assertThat(hub.apps().folder("my.app")).isSymbolicLink();
    assertThat(link(mine.toString()).status()).isEqualTo(200);
    RestClient.Answer taken = link(other.toString());
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.json().path("detail").asString()).contains("parley apps uninstall my.app");
    assertThat(link(empty.toString()).status()).isEqualTo(404);
    assertThat(link("relative").status()).isEqualTo(400);
    Files.writeString(empty.resolve("manifest.json"), "{\"id\":\"../evil\"}");
    assertThat(link(empty.toString()).status()).isEqualTo(400);
  }

  private RestClient.Answer link(String directory) {
    return owner.post("/api/apps/link", "{'directory':'" + directory + "'}");
  }
}
