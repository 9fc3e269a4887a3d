package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

class ConnectionTest extends DashboardTest {

  @Test
  void aLostConnectionIsSeenAndWhatWasMissedComesAfterwards() {
    hub.agents("ada", "bob");
    open("");
    hub.say("ada", "bob", "before");
    assertThat(rows()).hasCount(1);

    hub.stream().goDown();
    assertThat(page.locator(".connection")).hasText("Connection lost, trying again…");
    hub.say("ada", "bob", "meanwhile");
    hub.agents("carla");

    hub.stream().comeBack();
    assertThat(page.locator(".connection")).hasText("Live");
    hub.say("ada", "bob", "after");
    assertThat(rows()).hasCount(3);
    assertThat(rows().nth(1)).containsText("meanwhile");
    assertThat(page.locator("[data-node]")).hasCount(4);
  }

  @Test
  void aPageThatIsClosedLetsGoOfTheStream() {
    open("");
    await().until(() -> hub.stream().listeners() == 1);
    page.navigate("about:blank");
    await().until(() -> hub.stream().listeners() == 0);
  }

  @Test
  void whatCannotBeMadeUpForIsReadAnew() {
    hub.agents("ada", "bob");
    open("");
    hub.sayUntold("ada", "bob", "nobody was told");
    hub.stream().resync();
    assertThat(rows()).hasCount(1);
  }
}
