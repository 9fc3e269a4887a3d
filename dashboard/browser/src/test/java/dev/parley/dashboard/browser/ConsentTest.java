package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.sun.net.httpserver.HttpServer;
import dev.parley.hub.Hub;
import dev.parley.hub.config.HubConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who is sent to a real hub by a program, and back to where the program listens. */
class ConsentTest extends BrowserTest {
  private static final String PASSWORD = "correct horse battery";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path data;
  private Hub hub;
  private HttpServer program;
  private final BlockingQueue<String> called = new LinkedBlockingQueue<>();

  @BeforeEach
  void start() throws Exception {
    hub = Hub.start(HubConfig.onFreePorts(data));
    program = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    program.createContext(
        "/callback",
        exchange -> {
          called.add(exchange.getRequestURI().getRawQuery());
          byte[] page = "You may close this window".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    program.start();
    String owner = Files.readString(data.resolve("owner-token")).strip();
    JsonNode ann =
        post(
            "/api/v1/owners/register",
            owner,
            "{'email':'ann@example.org','password':'" + PASSWORD + "'}");
    post("/api/agents", ann.path("token").asString(), "{'agentId':'ann-bot'}");
  }

  @AfterEach
  void stop() {
    program.stop(0);
    hub.close();
  }

  private String address() {
    return "http://127.0.0.1:" + hub.port();
  }

  private String callback() {
    return "http://127.0.0.1:" + program.getAddress().getPort() + "/callback";
  }

  private JsonNode post(String path, String token, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    HttpResponse<String> response =
        HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return new JsonMapper().readTree(response.body());
  }

  /** The link that a program opens. */
  private String link() throws IOException, InterruptedException {
    String client =
        post(
                "/oauth/register",
                null,
                "{'client_name':'Claude <b>Code</b>','redirect_uris':['" + callback() + "']}")
            .path("client_id")
            .asString();
    return address()
        + "/oauth/authorize?response_type=code&client_id="
        + client
        + "&redirect_uri="
        + URLEncoder.encode(callback(), StandardCharsets.UTF_8)
        + "&state=a+state&code_challenge="
        + "c".repeat(43)
        + "&code_challenge_method=S256";
  }

  private void signIn(String password) {
    page.getByLabel("Email").fill("ann@example.org");
    page.getByLabel("Password").fill(password);
    button("Sign in").first().click();
  }

  /** For whoever wants to look at it. */
  private void picture(String name) throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
  }

  @Test
  void whoSignsInAndApprovesLandsAtTheProgramWithACode() throws Exception {
    page.navigate(link());
    picture("sign-in");
    signIn("wrong horse battery");
    assertThat(page.getByRole(AriaRole.ALERT)).hasText("the email or the password is wrong");
    signIn(PASSWORD);

    assertThat(page.locator("h1")).hasText("Let Claude <b>Code</b> act for you?");
    page.getByLabel("It acts as").selectOption("ann-bot");
    picture("consent");
    button("Approve").click();

    page.waitForURL(url -> url.startsWith(callback()));
    assertThat(page.locator("body")).hasText("You may close this window");
    assertThat(called.poll(10, TimeUnit.SECONDS))
        .contains("code=prl_", "state=a+state", "iss=http");
  }

  @Test
  void itIsReadableInTheDarkAndOnAPhoneAndWithoutScripts() throws Exception {
    openContext(
        new NewContextOptions()
            .setViewportSize(360, 740)
            .setColorScheme(ColorScheme.DARK)
            .setJavaScriptEnabled(false));
    page.navigate(link());
    signIn(PASSWORD);
    button("Approve").waitFor();
    picture("consent-phone");

    var box = button("Deny").boundingBox();
    assertThat(box.x + box.width).as("nothing is cut off").isLessThanOrEqualTo(360);
    button("Deny").click();

    page.waitForURL(url -> url.startsWith(callback()));
    assertThat(called.poll(10, TimeUnit.SECONDS)).contains("error=access_denied");
  }
}
