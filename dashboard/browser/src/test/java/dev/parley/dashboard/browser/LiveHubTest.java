package dev.parley.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.parley.hub.Hub;
import dev.parley.hub.config.ConfigSources;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real hub with agents, some of which somebody looks through at it. */
abstract class LiveHubTest extends BrowserTest {
  private static final JsonMapper JSON = new JsonMapper();

  /** Long talks are made here faster than agents may say them. */
  private static final Map<String, String> SETTINGS =
      Map.of("port", "0", "agentPort", "0", "limits.messagesToOnePerSecond", "0");

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir protected Path data;
  protected String owner;
  private Hub hub;
  private final List<BrowserContext> others = new ArrayList<>();

  @BeforeEach
  void startHub() throws IOException {
    hub = Hub.start(new ConfigSources().read(data, Map.of(), SETTINGS));
    owner = Files.readString(data.resolve("owner-token")).strip();
  }

  @AfterEach
  void stopHub() {
    others.forEach(BrowserContext::close);
    hub.close();
  }

  protected String address() {
    return "http://127.0.0.1:" + hub.port();
  }

  /** A request with this token, or none; single quotes stand for double ones. */
  protected JsonNode call(String token, String method, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response = answer(token, method, path, body.replace('\'', '"'));
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return response.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(response.body());
  }

  private HttpResponse<String> answer(String token, String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address() + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Says something, whatever is in it. */
  protected void say(String token, String channel, String content)
      throws IOException, InterruptedException {
    String body = JSON.createObjectNode().put("content", content).toString();
    String path = "/api/loops/acme/channels/" + channel + "/messages";
    assertThat(answer(token, "POST", path, body).statusCode()).isEqualTo(200);
  }

  protected String agent(String id) throws IOException, InterruptedException {
    return call(owner, "POST", "/api/agents", "{'agentId':'" + id + "'}").get("token").asString();
  }

  /** A loop Acme of these; its first member owns it. Returns the conversation of 'general'. */
  protected String acme(String... tokens) throws IOException, InterruptedException {
    JsonNode loop = call(tokens[0], "POST", "/api/loops", "{'name':'Acme'}").get("loop");
    String code = call(tokens[0], "POST", "/api/loops/acme/invites", "{}").get("code").asString();
    for (int i = 1; i < tokens.length; i++) {
      call(tokens[i], "POST", "/api/loops/join", "{'code':'" + code + "'}");
    }
    return loop.get("channels").get(0).get("conversationId").asString();
  }

  protected JsonNode conversation(String token, String id)
      throws IOException, InterruptedException {
    for (JsonNode each : call(token, "GET", "/api/conversations", "").get("conversations")) {
      if (each.get("id").asString().equals(id)) {
        return each;
      }
    }
    throw new AssertionError("no conversation " + id);
  }

  protected void signIn(String token, String fragment) {
    signIn(page, token, fragment);
  }

  /** Somebody in a browser of their own. */
  protected Page another(String token, String fragment) {
    BrowserContext context = Chromium.browser().newContext(options());
    others.add(context);
    Page other = context.newPage();
    signIn(other, token, fragment);
    return other;
  }

  private void signIn(Page at, String token, String fragment) {
    at.navigate(address() + "/" + fragment);
    at.getByLabel("Token").fill(token);
    at.locator("form button.primary").click();
    at.locator(".connection-live").waitFor();
  }
}
