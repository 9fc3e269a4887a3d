package dev.parley.hub.doors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameType;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A bot at the gateway hears what happens to its apps in the store of the same hub. */
class AppNewsTest {
  private static final String ID = "com.example.calculator";
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0};

  @TempDir private Path folder;

  private static JsonNode call(
      HubUnderTest hub, HttpClient http, String method, String path, String type, byte[] body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + "/api/v1" + path))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + hub.ownerToken())
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).as("%s: %s", path, response.body()).isBetween(200, 299);
    return Json.parse(response.body().isEmpty() ? "{}" : response.body());
  }

  private static JsonNode post(HubUnderTest hub, HttpClient http, String path, String json)
      throws Exception {
    return call(
        hub, http, "POST", path, "application/json", json.replace('\'', '"').getBytes(UTF_8));
  }

  private static String published(HubUnderTest hub, HttpClient http) throws Exception {
    JsonNode _ = post(hub, http, "/developer/accounts", "{'name':'House'}");
    String app =
        post(
                hub,
                http,
                "/developer/apps",
                "{'name':'Calculator','version':'1.0.0','skillMd':'# Use','manifest':{'id':'"
                    + ID
                    + "','name':'Calculator','version':'1.0.0','provides':['tool:calculator']}}")
            .path("id")
            .asString();
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.writeBytes(
        ("--b\r\nContent-Disposition: form-data; name=\"platform\"\r\n\r\nlinux-amd64\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"binary\"; filename=\"x\"\r\n\r\n")
            .getBytes(UTF_8));
    form.writeBytes(ELF);
    form.writeBytes("\r\n--b--\r\n".getBytes(UTF_8));
    JsonNode _ =
        call(
            hub,
            http,
            "POST",
            "/developer/apps/" + app + "/binaries",
            "multipart/form-data; boundary=b",
            form.toByteArray());
    JsonNode _ = post(hub, http, "/developer/apps/" + app + "/submit", "{}");
    JsonNode _ = post(hub, http, "/admin/apps/" + app + "/approve", "{}");
    return app;
  }

  @Test
  void aBotHearsThatItsAppWasInstalledAndRevoked() throws Exception {
    try (HubUnderTest hub = HubUnderTest.start(folder);
        HttpClient http = HttpClient.newHttpClient()) {
      String app = published(hub, http);
      String code = post(hub, http, "/bots/connect/codes", "{}").path("code").asString();
      UUID bot = UUID.randomUUID();
      String token =
          post(
                  hub,
                  http,
                  "/bots/connect/redeem",
                  "{'code':'" + code + "','name':'Scout','botId':'" + bot + "'}")
              .path("connectionToken")
              .asString();
      try (GatewaySocket socket =
          new GatewaySocket(
              http, hub.ownerSocket(), bot, Map.of("token", token, "botId", bot.toString()))) {
        socket.say(
            FrameType.JOIN_CONVERSATION,
            Frame.NO_MESSAGE,
            Json.write(Map.of("botId", bot.toString(), "stream", "installs")));
        socket.awaitTurn();
        JsonNode _ = post(hub, http, "/apps/calculator/install", "{'botId':'" + bot + "'}");
        JsonNode heard = GatewaySocket.next(socket.deliveries()).json();
        assertThat(heard.path("stream").asString()).isEqualTo("installs");
        JsonNode content = heard.path("content");
        assertThat(content.path("type").asString()).isEqualTo("app_installed");
        assertThat(content.path("appId").asString()).isEqualTo(ID);
        assertThat(content.path("appName").asString()).isEqualTo("Calculator");
        assertThat(content.path("payload").path("version").asString()).isEqualTo("1.0.0");
        assertThat(content.path("payload").path("storeId").asString()).isEqualTo(app);

        JsonNode _ = post(hub, http, "/admin/apps/" + app + "/revoke", "{'reason':'it steals'}");
        JsonNode revoked = GatewaySocket.next(socket.deliveries()).json().path("content");
        assertThat(revoked.path("type").asString()).isEqualTo("app_revoked");
        assertThat(revoked.path("appId").asString()).isEqualTo(ID);
      }
    }
  }
}
