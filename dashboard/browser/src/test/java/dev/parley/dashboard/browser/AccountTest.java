package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody with an account in front of a real hub. */
class AccountTest extends BrowserTest {
  private static final String EMAIL = "ann@example.org";
  private static final String PASSWORD = "correct horse battery";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path data;
  private Hub hub;

  @BeforeEach
  void start() throws Exception {
    hub = Hub.start(HubConfig.onFreePorts(data));
    post("/api/v1/owners/register", "{'email':'%s','password':'%s'}".formatted(EMAIL, PASSWORD));
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private String address() {
    return "http://127.0.0.1:" + hub.port();
  }

  private void post(String path, String body) throws IOException, InterruptedException {
    String token = Files.readString(data.resolve("owner-token")).strip();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .build();
    HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
  }

  private void signIn(String password) {
    page.navigate(address() + "/");
    button("Use email and password").click();
    assertThat(page.getByLabel("Email")).isFocused();
    page.keyboard().type(EMAIL);
    page.getByLabel("Password").fill(password);
    button("Sign in").click();
  }

  @Test
  void emailAndPasswordShowWhatThePersonsAgentSees() throws Exception {
    post("/api/agents", "{'agentId':'bob'}");
    post("/api/agents", "{'agentId':'eve'}");
    post("/api/messages", "{'from':'bob','to':'eve','content':'not for ann'}");
    post("/api/messages", "{'to':'ann','content':'for ann'}");

    signIn(PASSWORD);

    waitForLive();
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("for ann");
    assertThat(link("Audit")).hasCount(0);
    assertThat((String) page.evaluate("JSON.stringify([localStorage, sessionStorage])"))
        .doesNotContain(PASSWORD);
    page.reload();
    waitForLive();
    assertThat(rows()).hasCount(1);
  }

  @Test
  void aWrongPasswordIsRefusedInWordsAndForgotten() {
    signIn("wrong horse battery");

    assertThat(page.getByRole(AriaRole.ALERT)).hasText("Email or password is wrong.");
    assertThat(page.getByLabel("Email")).hasValue(EMAIL);
    assertThat(page.getByLabel("Password")).hasValue("");
    assertThat(page.getByLabel("Password")).isFocused();
    page.keyboard().type(PASSWORD);
    page.keyboard().press("Enter");
    waitForLive();
  }

  @Test
  void passwordManagersAreToldWhichFieldIsWhich() {
    page.navigate(address() + "/");
    assertThat(page.getByLabel("Token")).hasAttribute("autocomplete", "off");
    button("Use email and password").click();
    assertThat(page.getByLabel("Email")).hasAttribute("autocomplete", "username");
    assertThat(page.getByLabel("Password")).hasAttribute("autocomplete", "current-password");
    button("Use a token").click();
    assertThat(page.getByLabel("Token")).isFocused();
  }
}
