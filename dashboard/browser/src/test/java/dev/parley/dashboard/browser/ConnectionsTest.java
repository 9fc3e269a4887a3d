package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.hub.Hub;
import dev.parley.hub.config.HubConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owner of one hub joins another one, in front of two real hubs. */
class ConnectionsTest extends BrowserTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path folder;
  private final String bot = UUID.randomUUID().toString();
  private Hub first;
  private Hub second;
  private String token;

  @BeforeEach
  void start() throws Exception {
    first = Hub.start(HubConfig.onFreePorts(Files.createDirectory(folder.resolve("first"))));
    second = Hub.start(HubConfig.onFreePorts(Files.createDirectory(folder.resolve("second"))));
    String made = call(first, "first", "POST", "/api/agents", "{'agentId':'" + bot + "'}");
    token = made.replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
    call(first, "first", "POST", "/api/loops", "{'name':'Lab'}");
    call(first, "first", "PUT", "/api/loops/lab/members/" + bot, "{'role':'member'}");
    page.navigate("http://127.0.0.1:" + second.port() + "/");
    page.getByLabel("Token").fill(ownerToken("second"));
    button("Sign in").click();
    waitForLive();
    link("Connections").click();
  }

  @AfterEach
  void stop() {
    second.close();
    first.close();
  }

  private String ownerToken(String hub) throws IOException {
    return Files.readString(folder.resolve(hub).resolve("owner-token")).strip();
  }

  private String call(Hub hub, String name, String method, String path, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + hub.port() + path))
            .header("Authorization", "Bearer " + ownerToken(name))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .build();
    HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return response.body();
  }

  private Locator status() {
    return page.locator(".connections-pane .verdict");
  }

  private void fillIn(String withToken) {
    page.locator("input[name=gateway]").fill("ws://127.0.0.1:" + first.agentPort() + "/ws");
    page.locator("input[name=bot_id]").fill(bot);
    page.locator("input[name=token]").fill(withToken);
    button("Save").click();
    assertThat(page.locator("input[name=token]")).hasValue("");
  }

  private void connect() {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Connect").setExact(true))
        .click();
  }

  @Test
  void settingsAreFilledInAndTheHubConnects() {
    assertThat(status()).containsText("Off");
    fillIn(token);

    connect();

    assertThat(status()).containsText("Connected");
    assertThat(page.locator(".topics")).containsText("comm/gateway/lab/#general");
    assertThat(page.content()).doesNotContain(token);
    button("Disconnect").click();
    assertThat(status()).containsText("Off");
  }

  @Test
  void aRefusedTokenIsSaid() {
    fillIn("not the right one");

    connect();

    assertThat(status()).containsText("Refused");
    assertThat(status()).containsText("401 invalid token");
  }

  @Test
  void whatIsMissingIsSaid() {
    connect();

    assertThat(status()).containsText("Cannot connect");
    assertThat(status()).containsText("'gateway'");
  }
}
