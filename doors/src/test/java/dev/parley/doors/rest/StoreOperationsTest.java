package dev.parley.doors.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.apps.archive.Extractor;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.signature.Signatures;
import dev.parley.apps.signature.StoreKeys;
import dev.parley.doors.rest.RestClient.Answer;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The store of apps as publishers, reviewers and clients of the gateway meet it. */
class StoreOperationsTest extends PersonsFixture {
  private static final String V1 = "/api/v1";
  private static final String ID = "com.example.calculator";
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0};
  private static final byte[] MACH_O = {
    (byte) 0xcf, (byte) 0xfa, (byte) 0xed, (byte) 0xfe, 0, 0, 0, 0
  };

  @TempDir private Path folder;
  private RestClient ann;

  @BeforeEach
  void people() {
    ann = person("ann");
  }

  private static String manifest(String version) {
    return ("{'id':'" + ID + "','name':'Calculator','version':'%s','provides':['tool:calculator']}")
        .formatted(version);
  }

  private static String order(String version) {
    return "{'name':'Calculator','version':'"
        + version
        + "','description':'adds','category':'maths','visibility':'public','manifest':"
        + manifest(version)
        + ",'skillMd':'# Calculator'}";
  }

  private String app(RestClient by) {
    assertThat(by.post(V1 + "/developer/accounts", "{'name':'Acme'}").status()).isEqualTo(201);
    Answer made = by.post(V1 + "/developer/apps", order("1.0.0"));
    assertThat(made.status()).as(made.http().body()).isEqualTo(201);
    assertThat(made.json().path("status").asString()).isEqualTo("draft");
    return made.json().path("id").asString();
  }

  /** A form with a file of these bytes under a name, and texts. */
  private Answer upload(RestClient by, String app, String part, byte[] bytes, String... texts)
      throws Exception {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < texts.length; i += 2) {
      body.writeBytes(
          ("--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n")
              .formatted(texts[i], texts[i + 1])
              .getBytes(UTF_8));
    }
    body.writeBytes(
        ("--b\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"app\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n")
            .formatted(part)
            .getBytes(UTF_8));
    body.writeBytes(bytes);
    body.writeBytes("\r\n--b--\r\n".getBytes(UTF_8));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(by.uri(V1 + "/developer/apps/" + app + "/binaries"))
            .timeout(Duration.ofSeconds(20))
            .header("Content-Type", "multipart/form-data; boundary=b")
            .POST(BodyPublishers.ofByteArray(body.toByteArray()));
    by.headers(request, by.headers().toArray(String[]::new));
    HttpResponse<String> response = by.http().send(request.build(), BodyHandlers.ofString());
    return new Answer(response.statusCode(), response);
  }

  private String published() throws Exception {
    String app = app(ann);
    assertThat(upload(ann, app, "binary", ELF, "platform", "linux-amd64").status()).isEqualTo(201);
    assertThat(ann.post(V1 + "/developer/apps/" + app + "/submit", null).status()).isEqualTo(200);
    Answer approved = owner.post(V1 + "/admin/apps/" + app + "/approve", null);
    assertThat(approved.status()).as(approved.http().body()).isEqualTo(200);
    return app;
  }

  private HttpResponse<Path> download(RestClient by, String path) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(by.uri(path)).GET();
    if (!by.headers().isEmpty()) {
      by.headers(request, by.headers().toArray(String[]::new));
    }
    Path file = folder.resolve("download-" + System.nanoTime());
    return by.http().send(request.build(), BodyHandlers.ofFile(file));
  }

  /** Check 13 of the acceptance list, up to the launch. */
  @Test
  void fromRegistrationToAVerifiedDownload() throws Exception {
    String app = app(ann);
    String path = V1 + "/developer/apps/" + app;
    assertThat(ann.post(path + "/submit", null).status()).isEqualTo(400);

    JsonNode binary = upload(ann, app, "binary", ELF, "platform", "linux-amd64").json();
    assertThat(binary.path("platform").asString()).isEqualTo("linux-amd64");
    assertThat(binary.path("version").asString()).isEqualTo("1.0.0");
    assertThat(binary.path("size").asInt()).isEqualTo(ELF.length);
    assertThat(binary.path("sha256").asString()).hasSize(64);
    JsonNode other = upload(ann, app, "file", MACH_O, "platform", "macos-arm64").json();
    assertThat(other.path("platform").asString()).isEqualTo("darwin-arm64");
    assertThat(ann.get(path + "/binaries").json().path("binaries")).hasSize(2);

    Answer submitted = ann.post(path + "/submit", "{'version':'1.0.0'}");
    assertThat(submitted.json().path("status").asString()).isEqualTo("pending_review");
    assertThat(ann.post(path + "/submit", null).status()).isEqualTo(409);
    assertThat(owner.get(V1 + "/admin/apps").json().path("apps")).hasSize(1);

    Answer rejected = owner.post(V1 + "/admin/apps/" + app + "/reject", "{'reason':'no icon'}");
    assertThat(rejected.json().path("status").asString()).isEqualTo("draft");
    JsonNode told = ann.get(path).json();
    assertThat(told.path("rejectionReason").asString()).isEqualTo("no icon");
    assertThat(told.path("rejection_reason").asString()).isEqualTo("no icon");
    assertThat(told.path("reviews").path(0).path("outcome").asString()).isEqualTo("rejected");

    assertThat(ann.send("PUT", path, "{'icon':'https://example.com/i.png'}").json().path("icon"))
        .isEqualTo(ann.get(path).json().path("icon"));
    assertThat(ann.post(path + "/submit", null).status()).isEqualTo(200);
    assertThat(owner.post(V1 + "/admin/apps/" + app + "/approve", null).status()).isEqualTo(200);
    assertThat(ann.get(path).json().path("status").asString()).isEqualTo("published");
    JsonNode products = ann.get(V1 + "/developer/apps").json().path("products");
    assertThat(products.path(0).path("app").path("status").asString()).isEqualTo("published");

    RestClient eve = person("eve");
    Bot bot = bot(eve, "Spy");
    JsonNode item = eve.get(V1 + "/apps?q=calc&category=maths").json().path("apps").path(0);
    assertThat(item.path("id").asString()).isEqualTo(app);
    assertThat(item.path("isInstalled").isBoolean()).isTrue();
    Answer installed = eve.post(V1 + "/apps/" + ID + "/install", "{'botId':'" + bot.id() + "'}");
    assertThat(installed.status()).as(installed.http().body()).isEqualTo(200);
    assertThat(installed.json().path("app").path("manifest").path("id").asString()).isEqualTo(ID);
    String url = installed.json().path("downloadUrls").path("linux-amd64").asString();
    assertThat(url).startsWith("/");

    HttpResponse<Path> archive = download(eve, url);
    assertThat(archive.statusCode()).isEqualTo(200);
    assertThat(archive.headers().firstValue("Content-Type")).contains("application/x-napp");
    Path out = folder.resolve("out");
    Manifest manifest = Extractor.extract(archive.body(), out);
    assertThat(manifest.version()).isEqualTo("1.0.0");
    StoreKeys keys =
        StoreKeys.parse(client().get(V1 + "/apps/signing-key").http().body().getBytes(UTF_8));
    Signatures.in(out)
        .verify(
            keys.current(),
            Files.readAllBytes(out.resolve("manifest.json")),
            out.resolve("binary"));
  }

  @Test
  void itemsHaveTheShapesThatStrictClientsRead() throws Exception {
    String app = published();
    JsonNode page = ann.get(V1 + "/apps").json();
    assertThat(page.path("totalCount").isInt()).isTrue();
    assertThat(page.path("total_count")).isEqualTo(page.path("totalCount"));
    for (String named : List.of(app, "calculator", ID)) {
      JsonNode detail = ann.get(V1 + "/apps/" + named).json();
      assertThat(detail.path("id").asString()).isEqualTo(app);
      assertThat(detail.path("author").path("verified").isBoolean()).isTrue();
      assertThat(detail.path("author").path("name").asString()).isEqualTo("Acme");
      assertThat(detail.path("installCount").isInt()).isTrue();
      assertThat(detail.path("rating").isNumber()).isTrue();
      assertThat(detail.path("reviewCount").isInt()).isTrue();
      assertThat(detail.path("isInstalled").isBoolean()).isTrue();
      assertThat(detail.path("manifest").path("id").asString()).isEqualTo(ID);
      assertThat(detail.path("platforms").path(0).asString()).isEqualTo("linux-amd64");
      assertThat(detail.path("size").path("linux-amd64").isInt()).isTrue();
      assertThat(detail.path("changelog").path(0).path("version").asString()).isEqualTo("1.0.0");
    }
    JsonNode reviews = ann.get(V1 + "/apps/" + app + "/reviews").json();
    assertThat(reviews.path("reviews").isArray()).isTrue();
    assertThat(reviews.path("average").isNumber()).isTrue();
    assertThat(reviews.path("distribution")).hasSize(5);
    assertThat(ann.get(V1 + "/apps/nothing").status()).isEqualTo(404);
    assertThat(client().get(V1 + "/apps/" + app).status()).isEqualTo(200);
    assertThat(as("wrong").get(V1 + "/apps/" + app).status()).isEqualTo(401);
  }

  /** Also with its bot named by nothing, in the old spelling, and in the body of a DELETE. */
  @Test
  void aBotInstallsAndUninstalls() throws Exception {
    String app = published();
    Bot bot = bot(ann, "Scout");
    String install = V1 + "/apps/" + app + "/install";
    Answer once = bot.client().post(install, null);
    assertThat(once.status()).as(once.http().body()).isEqualTo(200);
    Answer again = ann.post(install, "{'bot_id':'" + bot.id() + "'}");
    assertThat(again.json().path("id")).isEqualTo(once.json().path("id"));
    assertThat(again.json().path("updateAvailable").isBoolean()).isTrue();
    assertThat(again.json().path("installed_at")).isEqualTo(once.json().path("installedAt"));
    assertThat(bot.client().get(V1 + "/apps/" + app).json().path("isInstalled").asBoolean())
        .isTrue();
    assertThat(person("eve").post(install, "{'botId':'" + bot.id() + "'}").status()).isEqualTo(403);
    String body = "{'botId':'" + bot.id() + "'}";
    assertThat(ann.send("DELETE", install, body).status()).isEqualTo(204);
    assertThat(ann.send("DELETE", install, body).status()).isEqualTo(404);
    assertThat(ann.get(V1 + "/apps/" + app).json().path("installCount").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "platform, linux-amd64, '', 400, binary",
    "platform, plan9-amd64, binary, 400, must be one of",
    "other, x, binary, 400, 'platform'",
    "platform, windows-amd64, binary, 400, needs PE",
  })
  void badUploadsChangeNothing(String name, String value, String part, int status, String words)
      throws Exception {
    String app = app(ann);
    Answer answer = upload(ann, app, part.isEmpty() ? "other" : part, ELF, name, value);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().path("error").asString()).contains(words);
    assertThat(ann.get(V1 + "/developer/apps/" + app).json().path("binaries")).isEmpty();
  }

  @Test
  void manifestAndSkillComeWithTheProgramOrAsText() throws Exception {
    assertThat(ann.post(V1 + "/developer/accounts", "{'name':'Acme'}").status()).isEqualTo(201);
    String bare =
        ann.post(V1 + "/developer/apps", "{'name':'A','version':'1.0.0','account_id':''}")
            .json()
            .path("id")
            .asString();
    Answer with =
        upload(
            ann,
            bare,
            "binary",
            ELF,
            "platform",
            "linux-amd64",
            "manifest",
            manifest("1.0.0").replace('\'', '"'),
            "skill",
            "# Use");
    assertThat(with.status()).as(with.http().body()).isEqualTo(201);
    JsonNode app = ann.get(V1 + "/developer/apps/" + bare).json();
    assertThat(app.path("hasManifest").asBoolean()).isTrue();
    assertThat(app.path("has_skill").asBoolean()).isTrue();
    String text = manifest("1.0.0").replace("'", "\\\"");
    assertThat(
            ann.send("PUT", V1 + "/developer/apps/" + bare, "{'manifest_content':'" + text + "'}")
                .status())
        .isEqualTo(200);
    Answer refused = ann.send("PUT", V1 + "/developer/apps/" + bare, "{'manifestContent':'{}'}");
    assertThat(refused.json().path("error").asString()).contains("id");
  }

  @Test
  void whatIsSomebodyElsesIsNotThereAndBotsDoNotPublish() throws Exception {
    String app = app(ann);
    RestClient eve = person("eve");
    String path = V1 + "/developer/apps/" + app;
    assertThat(eve.get(path).status()).isEqualTo(404);
    assertThat(eve.send("PUT", path, "{'name':'x'}").status()).isEqualTo(404);
    assertThat(upload(eve, app, "binary", ELF, "platform", "linux-amd64").status()).isEqualTo(404);
    assertThat(eve.get(path + "/binaries").status()).isEqualTo(404);
    assertThat(eve.post(path + "/submit", null).status()).isEqualTo(404);
    assertThat(eve.post(V1 + "/admin/apps/" + app + "/approve", null).status()).isEqualTo(403);
    assertThat(
            bot(ann, "Scout").client().post(V1 + "/developer/accounts", "{'name':'Bot'}").status())
        .isEqualTo(403);
    assertThat(upload(client(), app, "binary", ELF, "platform", "linux-amd64").status())
        .isEqualTo(401);
    assertThat(ann.get(path).json().path("name").asString()).isEqualTo("Calculator");
  }

  @Test
  void whatIsRevokedIsGone() throws Exception {
    String app = published();
    String download = V1 + "/apps/" + app + "/download";
    assertThat(download(client(), download).statusCode()).isEqualTo(200);
    assertThat(download(client(), download + "?platform=linux-arm64").statusCode()).isEqualTo(404);
    assertThat(owner.post(V1 + "/admin/apps/" + app + "/revoke", "{}").status()).isEqualTo(400);
    assertThat(owner.post(V1 + "/admin/apps/" + app + "/revoke", "{'reason':'it steals'}").status())
        .isEqualTo(200);
    assertThat(download(client(), download).statusCode()).isEqualTo(410);
    assertThat(ann.get(V1 + "/apps/" + app).status()).isEqualTo(410);
    JsonNode revoked = client().get(V1 + "/apps/revocations").json().path("revocations").path(0);
    assertThat(revoked.path("id").asString()).isEqualTo(ID);
    assertThat(revoked.path("revoked_at").asString()).startsWith("20");
  }

  @Test
  void theKeyIsRotatedByTheOwnerAlone() throws Exception {
    String _ = published();
    JsonNode before = client().get(V1 + "/apps/signing-key").json();
    assertThat(before.path("algorithm").asString()).isEqualTo("ed25519");
    assertThat(ann.post(V1 + "/admin/signing-key", null).status()).isEqualTo(403);
    String now =
        owner
            .post(V1 + "/admin/signing-key", "{'trustEarlier':false}")
            .json()
            .path("keyId")
            .asString();
    JsonNode after = client().get(V1 + "/apps/signing-key").json();
    assertThat(after.path("keyId").asString()).isEqualTo(now);
    assertThat(after.path("publicKey")).isNotEqualTo(before.path("publicKey"));
    assertThat(after.path("earlier")).isEmpty();
  }
}
