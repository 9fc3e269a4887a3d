package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No mouse. */
class KeyboardTest extends DashboardTest {

  @BeforeEach
  void talk() {
    hub.agents("ada", "bob");
    hub.say("ada", "developer", "one");
    hub.say("ada", "developer", "two");
    hub.say("ada", "developer", "three");
  }

  private void press(String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
  }

  @Test
  void theQuestionMarkShowsEveryKeyAndEscapeHidesThem() {
    open("");
    press("?");
    assertThat(page.locator("parley-help dialog")).isVisible();
    assertThat(page.locator(".shortcuts div")).hasCount(23);
    press("Escape");
    assertThat(page.locator("parley-help dialog")).isHidden();
  }

  @Test
  void twoKeysLeadToEveryView() {
    open("");
    String[][] ways = {
      {"a", "Agents"},
      {"g", "Groups"},
      {"o", "Loops"},
      {"c", "Connections"},
      {"i", "Inbox"},
      {"d", "Dead letters"},
      {"u", "Usage"},
      {"l", "Audit"},
      {"m", "Account"},
      {",", "Settings"},
      {"f", "Flow"}
    };
    for (String[] way : ways) {
      press("g", way[0]);
      assertThat(page.locator("h1")).hasText(way[1]);
    }
    press("/");
    assertThat(page.locator("h1")).hasText("Search");
    assertThat(page.getByLabel("Words to look for")).isFocused();
  }

  @Test
  void anInboxIsWalkedReadAndAnswered() {
    open("#/inbox");
    assertThat(rows()).hasCount(3);
    press("j");
    assertThat(page.locator(".detail .content")).hasText("three");
    press("j");
    assertThat(page.locator(".detail .content")).hasText("two");
    press("k");
    assertThat(page.locator(".detail .content")).hasText("three");
    press("r");
    page.keyboard().type("an answer");
    press("Control+Enter");
    assertThat(page.locator(".toast")).hasText("Sent to ada");
    assertThat(hub.messages().getLast().get("content").asString()).isEqualTo("an answer");
    press("Escape", "Escape");
    assertThat(page.locator(".detail")).hasCount(0);
  }

  @Test
  void aMessageIsComposed() {
    open("");
    press("c");
    page.keyboard().type("bob");
    press("Tab");
    page.keyboard().type("hello");
    press("Control+Enter");
    assertThat(page.locator(".toast")).hasText("Sent to bob");
  }

  @Test
  void typingIntoAFieldTriggersNothing() {
    open("#/search");
    assertThat(page.getByLabel("Words to look for")).isFocused();
    page.keyboard().type("gift?cjk");
    assertThat(page.getByLabel("Words to look for")).hasValue("gift?cjk");
    assertThat(page.locator("dialog[open]")).hasCount(0);
    assertThat(page.locator("html")).hasAttribute("data-theme", "system");
  }

  @Test
  void darkAndLightFollowTheSystemUntilToldOtherwise() {
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    open("");
    assertThat(ground()).isEqualTo("rgb(19, 21, 20)");
    press("t");
    assertThat(ground()).isEqualTo("rgb(247, 246, 243)");
    page.reload();
    waitForLive();
    assertThat(ground()).isEqualTo("rgb(247, 246, 243)");
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    press("t");
    assertThat(ground()).isEqualTo("rgb(19, 21, 20)");
  }

  private String ground() {
    return (String) page.evaluate("() => getComputedStyle(document.body).backgroundColor");
  }

  @Test
  void everythingCanBeReachedWithTab() {
    open("");
    assertThat(rows()).hasCount(3);
    page.locator("[data-node]").first().waitFor(); // drawn in a frame of its own
    Set<String> reached = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      press("Tab");
      reached.add(
          (String)
              page.evaluate(
                  "() => { const a = document.activeElement; return a.dataset?.message ? 'row'"
                      + " : a.closest('[data-node]') ? 'node' : a.closest('.nav') ? 'nav'"
                      + " : a.closest('.filters') ? 'filter' : a.className; }"));
    }
    assertThat(reached).contains("skip", "nav", "node", "filter", "row", "primary");
  }
}
