package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.LocatorOptions;
import dev.parley.hub.Hub;
import dev.parley.hub.config.HubConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page and the hub that ships with it understand each other. */
class RealHubTest extends BrowserTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path data;
  private HubConfig config;
  private Hub hub;
  private String token;

  @BeforeEach
  void start() throws IOException {
    config = HubConfig.onFreePorts(data);
    hub = Hub.start(config);
    token = Files.readString(data.resolve("owner-token")).strip();
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private String address() {
    return "http://127.0.0.1:" + hub.port();
  }

  private JsonNode post(String path, String body) throws IOException, InterruptedException {
    return send("POST", path, body);
  }

  private JsonNode send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .build();
    HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return JSON.readTree(response.body());
  }

  private String say(String from, String to, String content)
      throws IOException, InterruptedException {
    String draft = "{'from':'%s','to':'%s','content':'%s'}".formatted(from, to, content);
    return post("/api/messages", draft).get("messageId").asString();
  }

  private void agents(String... ids) throws IOException, InterruptedException {
    for (String id : ids) {
      post("/api/agents", "{'agentId':'%s'}".formatted(id));
    }
  }

  private void signIn(String with) {
    page.navigate(address() + "/");
    page.getByLabel("Token").fill(with);
    button("Sign in").click();
    waitForLive();
  }

  @Test
  void aFileIsAttachedInTheComposerAndDownloadedFromTheMessage() throws Exception {
    agents("ada");
    Path file = Files.writeString(data.resolve("figures.csv"), "a,b\n");
    signIn(token);
    page.keyboard().press("c");
    page.locator("#compose-to").fill("ada");
    page.locator("#compose-content").fill("the figures");
    page.getByLabel("Attach files").setInputFiles(file);
    page.locator("dialog").getByText("Send as developer").click();

    assertThat(page.locator(".attachments li")).containsText("figures.csv");
    assertThat(page.locator(".attachments li")).containsText("4 B");
    Download download =
        page.waitForDownload(
            () -> page.locator(".attachments button").getByText("figures.csv").click());
    assertThat(download.suggestedFilename()).isEqualTo("figures.csv");
    assertThat(download.path()).hasContent("a,b\n");
  }

  @Test
  void agentsAndMessagesShowUpAsTheyCome() throws Exception {
    signIn(token);
    agents("ada", "bob");
    assertThat(page.locator("[data-node]")).hasCount(3);
    say("ada", "bob", "hello");
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("hello");
    assertThat(page.locator(".graph line")).hasCount(1);
    page.reload();
    assertThat(rows().first()).containsText("hello");
    assertThat(page.locator("[data-node=bob] a"))
        .hasAttribute("aria-label", "bob, offline, 1 unread");
  }

  @Test
  void yourMailIsReadAnsweredAndClimbsItsLadder() throws Exception {
    agents("ada");
    signIn(token);
    page.keyboard().press("g");
    page.keyboard().press("i");
    assertThat(page.locator("main .empty")).isVisible();
    String id = say("ada", "developer", "a question");
    rows().first().click();
    assertThat(page.locator(".ladder-state")).hasText("read");
    assertThat(page.locator(".nav .badge")).hasCount(0);
    page.getByLabel("Reply to ada as developer").fill("an answer");
    button("Send reply").click();
    assertThat(page.locator(".toast")).hasText("Sent to ada");
    link("Open the thread").click();
    assertThat(page.locator(".thread li")).hasCount(2);
    assertThat(page.locator(".thread li").last()).containsText("an answer");
    assertThat(page.url()).contains(id);
    JsonNode received = post("/api/agents/ada/inbox/receive", "{}").get("copies").get(0);
    assertThat(received.get("message").get("content").asString()).isEqualTo("an answer");
    assertThat(received.get("message").get("replyTo").asString()).isEqualTo(id);
  }

  @Test
  void aMessageIsComposedAndSeenDelivered() throws Exception {
    agents("ada");
    signIn(token);
    button("Compose").click();
    page.getByLabel("To", new GetByLabelOptions().setExact(true)).last().fill("ada");
    page.getByLabel("Message", new GetByLabelOptions().setExact(true)).fill("do this");
    button("Send as developer").click();
    assertThat(page.locator(".ladder-state")).hasText("accepted");
    post("/api/agents/ada/inbox/receive", "{}");
    assertThat(page.locator(".ladder-state")).hasText("delivered");
  }

  @Test
  void aDeadLetterIsMendedAndSentAgain() throws Exception {
    agents("ada");
    signIn(token);
    page.navigate(address() + "/#/dead-letters");
    say("ada", "developre", "a typo");
    page.locator(".letter button", new LocatorOptions().setHasText("Edit, then replay")).click();
    page.getByLabel("Path").fill("agent/developer");
    button("Send as a new message").click();
    assertThat(page.locator("main .empty")).containsText("Everything arrived");
    page.navigate(address() + "/#/inbox");
    assertThat(rows().first()).containsText("a typo");
  }

  @Test
  void whatWasSaidIsFoundByItsWords() throws Exception {
    agents("ada", "bob");
    say("ada", "bob", "the quick brown fox");
    say("ada", "bob", "the lazy dog");
    signIn(token);
    page.navigate(address() + "/#/search?q=fox");
    assertThat(page.locator(".hit")).hasCount(1);
    assertThat(page.locator(".hit mark")).hasText("fox");
  }

  @Test
  void anAgentSeesItsOwnAndNothingElse() throws Exception {
    agents("bob", "eve");
    String agentToken = post("/api/agents", "{'agentId':'ada'}").get("token").asString();
    say("bob", "eve", "not for ada");
    say("bob", "ada", "for ada");
    signIn(agentToken);
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("for ada");
    assertThat(link("Dead letters")).hasCount(0);
    page.navigate(address() + "/#/inbox");
    rows().first().click();
    page.getByLabel("Reply to bob as ada").fill("thanks");
    button("Send reply").click();
    assertThat(page.locator(".toast")).hasText("Sent to bob");
  }

  @Test
  void whatTheFlowFiltersForIsLookedForByTheHub() throws Exception {
    agents("ada", "bob", "planner");
    say("planner", "ada", "the plan");
    for (int i = 0; i < 210; i++) {
      say("ada", "bob", "later " + i);
    }
    signIn(token);
    assertThat(page.locator(".filters .grow-end")).hasText("200 of 211 messages");
    page.getByLabel("From", new GetByLabelOptions().setExact(true)).fill("planner");
    page.keyboard().press("Enter");
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("the plan");
    say("planner", "bob", "another plan");
    say("bob", "ada", "no plan");
    assertThat(rows()).hasCount(2);
    assertThat(page.locator(".filters .grow-end")).hasText("2 messages");
    page.reload();
    assertThat(rows()).hasCount(2);
  }

  @Test
  void anAgentsPageShowsWhoListensInOnItsMail() throws Exception {
    agents("ada", "bob", "eve");
    signIn(token);
    page.navigate(address() + "/#/agents/ada");
    assertThat(page.locator("parley-listeners")).containsText("Nobody");
    post("/api/agents/eve/subscriptions", "{'pattern':'agent/**'}");
    send(
        "PUT",
        "/api/access",
        "{'effect':'allow','subject':'bob','action':'read','path':'agent/ada'}");
    page.reload();
    assertThat(page.locator(".listeners li"))
        .hasText(
            new String[] {
              "eve gets copies, subscribed to agent/**",
              "agent/bob may read its boxes, by the rule for agent/ada"
            });
    page.navigate(address() + "/#/agents/eve");
    assertThat(page.locator("parley-listeners")).containsText("Nobody");
  }

  @Test
  void theOwnerSeesWhoDidWhat() throws Exception {
    agents("ada");
    signIn(token);
    link("Audit").click();
    assertThat(page.locator(".entry", new LocatorOptions().setHasText("agent.create")))
        .containsText("ada");
    page.getByLabel("Action").fill("agent.delete");
    page.keyboard().press("Enter");
    assertThat(page.locator("main .empty")).containsText("Nothing of the kind was done");
  }

  @Test
  void anAgentsLoginDoesNotSeeWhoDidWhat() throws Exception {
    String agentToken = post("/api/agents", "{'agentId':'ada'}").get("token").asString();
    signIn(agentToken);
    assertThat(link("Flow")).isVisible();
    assertThat(link("Audit")).hasCount(0);
    page.navigate(address() + "/#/audit");
    assertThat(page.locator("main")).containsText("Only the owner may see who did what.");
    assertThat(page.locator(".entry")).hasCount(0);
    assertThat(page.evaluate("async () => (await fetch('/api/audit')).status"))
        .as("with the cookie alone")
        .isEqualTo(401);
    String fetched =
        """
        async () => {
          const headers = { 'Parley-Key': sessionStorage.getItem('parley-key') };
          return (await fetch('/api/audit', { headers })).status;
        }
        """;
    assertThat(page.evaluate(fetched)).isEqualTo(403);
  }

  @Test
  void anAccessRuleIsMadeExplainedAndRemoved() throws Exception {
    agents("ada", "bob");
    signIn(token);
    link("Access").click();
    assertThat(page.locator("main .empty")).containsText("No rules");
    page.getByLabel("Whom it is about").fill("ada");
    page.getByLabel("Path or pattern").fill("agent/bob");
    button("Add").click();
    assertThat(page.locator(".rule")).hasCount(1);
    assertThat(page.locator(".rule")).containsText("agent/bob");

    page.getByLabel("Who asks").fill("ada");
    page.getByLabel("On which path").fill("agent/bob");
    button("Why?").click();
    assertThat(page.locator(".verdict")).containsText("rule: deny agent/ada send agent/bob");

    page.locator(".rule button").click();
    assertThat(page.locator(".rule")).hasCount(0);
    assertThat(page.locator("main .empty")).containsText("No rules");
  }

  @Test
  void aGroupIsMadeFilledWrittenToAndRenamed() throws Exception {
    agents("ada", "bob");
    signIn(token);
    link("Groups").click();
    page.getByLabel("Name of a new group").fill("team");
    button("Make").click();
    page.getByLabel("Agent to add").fill("ada, bob");
    button("Add").click();
    assertThat(page.locator(".member")).hasCount(2);
    button("Write to all").click();
    page.keyboard().type("to both of you");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".toast").last())
        .hasText(Pattern.compile("Sent to (ada, bob|bob, ada)"));
    page.getByLabel("Another name").fill("crew");
    button("Rename").click();
    assertThat(page.locator(".subject h2")).hasText("crew");
    send("DELETE", "/api/agents/bob", "");
    assertThat(page.locator(".member")).hasCount(1);
    send("PUT", "/api/groups/others", "{'members':['ada']}");
    assertThat(page.locator(".agent-row")).hasCount(2);
  }

  @Test
  void anAgentSeesGroupsAndWritesToThemButChangesNone() throws Exception {
    agents("bob");
    String agentToken = post("/api/agents", "{'agentId':'ada'}").get("token").asString();
    send("PUT", "/api/groups/team", "{'members':['ada','bob']}");
    signIn(agentToken);
    page.navigate(address() + "/#/groups/team");
    assertThat(page.locator(".member")).hasCount(2);
    assertThat(page.locator(".subject-pane form, .list-pane .add")).hasCount(0);
    assertThat(page.locator(".member button")).hasCount(0);
    button("Write to all").click();
    page.keyboard().type("hello all");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".toast").last()).hasText("Sent to bob");
  }

  @Test
  void aHubThatRestartsIsNoticedAndNothingIsMissed() throws Exception {
    agents("ada", "bob");
    signIn(token);
    int port = hub.port();
    hub.close();
    assertThat(page.locator(".connection-lost")).isVisible();
    hub =
        Hub.start(
            new HubConfig(
                data,
                config.host(),
                port,
                0,
                config.http(),
                config.limits(),
                config.rates(),
                config.shares(),
                config.accounts(),
                config.loops(),
                config.usage(),
                config.governor(),
                config.gateway(),
                config.retention(),
                config.delivery(),
                config.idempotency(),
                config.mcp(),
                config.agents(),
                config.log(),
                config.traces(),
                config.files(),
                config.store(),
                config.comm(),
                config.apps()));
    say("ada", "bob", "after the restart");
    assertThat(rows().first()).containsText("after the restart");
    waitForLive();
  }
}
