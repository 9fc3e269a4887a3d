package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.parley.dashboard.browser.fake.FakeAppHost.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import dev.parley.apps.host.AppStatus;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Apps: looked at, installed with what they may do in words, set up, updated, opened, taken away.
 */
class AppsPageTest extends DashboardTest {
  private static final String ID = "com.example.weather";

  @BeforeEach
  void anApp() {
    hub.apps().put(manifest(ID, "1.0.0", "ui", "notification:send"), AppStatus.State.RUNNING, "");
  }

  @Test
  void theListSaysHowTheyAreAndOneWhatItMayDo() {
    hub.apps()
        .put(
            manifest("com.example.broken", "0.1.0", "tool:x", "shell:exec"),
            AppStatus.State.FAILED,
            "it ended at once with 1");
    open("#/flow");
    link("Apps").click();

    assertThat(rows()).hasCount(2);
    assertThat(rows().first()).containsText("it ended at once with 1");
    rows().first().click();
    assertThat(page.locator("parley-app-page [role=alert]")).hasText("it ended at once with 1");
    assertThat(page.locator(".permissions li")).containsText("Run commands on this machine");
    assertThat(page.locator(".permissions li")).containsText("look twice");
    button("Launch").click();
    assertThat(page.locator("parley-app-page .state").first()).hasText("running");
    button("Stop").click();
    assertThat(page.locator("parley-app-page .state").first()).hasText("stopped");
  }

  @Test
  void nothingIsInstalledBeforeItsPermissionsWereSeen() {
    hub.apps().offer(manifest("com.example.news", "2.0.0", "tool:news", "network:news.example"));
    open("#/apps");
    link("Store").click();
    page.locator("parley-store .card").getByText("Look at it").click();

    assertThat(page.locator("parley-app-install .card")).containsText("Connect to news.example");
    assertThat(hub.apps().find("com.example.news")).isEmpty();
    button("Agree and install").click();
    assertThat(page).hasURL(Pattern.compile(".*#/apps/com.example.news$"));
    assertThat(rows()).hasCount(2);
    assertThat(hub.apps().find("com.example.news")).isPresent();
  }

  @Test
  void whoDoesNotAgreeInstallsNothing() {
    hub.apps().offer(manifest("com.example.news", "2.0.0", "tool:news", "network:news.example"));
    open("#/apps/%2Binstall?id=com.example.news");
    button("Do not install").click();

    page.getByLabel("From a store, by its id").fill("com.example.nothing");
    button("Look at it").first().click();
    assertThat(page.locator("parley-app-install [role=alert]"))
        .hasText("the store has no such app");
    assertThat(hub.apps().find("com.example.news")).isEmpty();
  }

  @Test
  void anUpdateThatWantsMoreIsLetInByHand() {
    hub.apps().waits(manifest(ID, "2.0.0", "ui", "notification:send", "filesystem:read"));
    open("#/apps/" + ID);

    assertThat(rows()).containsText("update waits");
    assertThat(page.locator("parley-app-page .card")).containsText("Read your files");
    assertThat(page.locator("parley-app-page .card .permissions li")).hasCount(1);
    button("Let it in").click();
    assertThat(page.locator("parley-app-page .card")).hasCount(0);
    assertThat(page.locator("parley-app-page .facts")).containsText("2.0.0");
  }

  @Test
  void settingsAreSetAndASecretIsNeverShownAgain() {
    open("#/apps/" + ID + "?tab=settings");
    page.getByLabel("Name", new com.microsoft.playwright.Page.GetByLabelOptions().setExact(true))
        .fill("api_key");
    page.getByLabel("Value", new com.microsoft.playwright.Page.GetByLabelOptions().setExact(true))
        .fill("hush");
    page.getByLabel("secret: it is never shown again").check();
    button("Set").click();

    assertThat(page.getByLabel("api_key", exactly())).hasValue("");
    assertThat(page.getByLabel("api_key", exactly())).hasAttribute("type", "password");
    assertThat(hub.apps().settings(ID)).containsEntry("api_key", "hush");
    page.getByLabel("api_key", exactly()).fill("other");
    button("Save").click();
    page.waitForCondition(() -> hub.apps().settings(ID).get("api_key").equals("other"));
    assertThat(page.getByLabel("api_key", exactly())).hasValue("");
    button("Take api_key away").click();
    assertThat(page.locator("parley-app-settings")).containsText("Nothing is set");
  }

  private static com.microsoft.playwright.Page.GetByLabelOptions exactly() {
    return new com.microsoft.playwright.Page.GetByLabelOptions().setExact(true);
  }

  @Test
  void whoUninstallsSaysWhatBecomesOfTheData() {
    open("#/apps/" + ID);
    button("Uninstall with its data").click();
    page.keyboard().press("Escape");
    assertThat(hub.apps().find(ID)).isPresent();
    button("Uninstall with its data").click();
    agree();

    assertThat(page.locator(".list-pane .empty")).containsText("No apps");
    assertThat(hub.apps().dataOf(ID)).isEqualTo("delete");
  }

  @Test
  void itsPagesAreShownAndTalkToItByTheAddressesOfTheProtocol() {
    hub.apps()
        .page(
            ID,
            "index.html",
            """
            <!doctype html><title>x</title><link rel="stylesheet" href="style.css">
            <h1>waiting</h1><form action="/api/v1/apps/%s/api/form" method="post"><button>send</button></form>
            <script type="module" src="./app.js"></script>
            """
                .formatted(ID));
    hub.apps().page(ID, "style.css", "h1 { color: rgb(1, 2, 3) }");
    hub.apps()
        .page(
            ID,
            "app.js",
            """
            const put = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{}' };
            const one = await (await fetch('/api/v1/apps/%s/api/status?x=1')).json();
            const two = await (await fetch('../api/change', put)).json();
            document.querySelector('h1').textContent = `${one.path} ${two.path}`;
            """
                .formatted(ID));
    open("#/apps/" + ID);
    link("Pages").click();

    FrameLocator frame = page.frameLocator(".app-frame");
    assertThat(frame.locator("h1")).hasText("/status /change");
    assertThat(frame.locator("h1")).hasCSS("color", "rgb(1, 2, 3)");
    frame.locator("button").click();
    assertThat(frame.locator("body")).containsText("/form");
    assertThat(hub.apps().asked())
        .allSatisfy(
            each ->
                assertThat(each.getHeadersMap().keySet())
                    .doesNotContain("Cookie", "Authorization", "Parley-Key"));
  }
}
