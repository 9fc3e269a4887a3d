package dev.parley.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** axe-core finds nothing serious in any view, in light and dark, wide and narrow. */
class AccessibilityTest extends DashboardTest {
  @ParameterizedTest
  @CsvSource({
    "LIGHT, 1440",
    "DARK, 1440",
    "LIGHT, 390",
    "DARK, 390",
  })
  void everyViewIsUsableByEverybody(ColorScheme scheme, int width) {
    Scene scene = new Scene(hub).play();
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
    page.setViewportSize(width, 844);
    open("");
    for (String fragment :
        List.of(
            "#/flow",
            "#/flow?m=" + scene.question(),
            "#/agents",
            "#/agents/researcher",
            "#/agents/researcher?tab=tasks",
            "#/agents/researcher?tab=schedules",
            "#/agents/researcher?tab=memory",
            "#/agents/researcher?tab=cost",
            "#/agents/researcher?tab=log",
            "#/tasks",
            "#/tasks/" + scene.task(),
            "#/approvals",
            "#/approvals/" + scene.approval(),
            "#/schedules",
            "#/schedules/researcher%2Fdigest",
            "#/schedules/new",
            "#/apps",
            "#/apps/com.example.weather",
            "#/apps/com.example.weather?tab=settings",
            "#/apps/com.example.weather?tab=log",
            "#/apps/%2Binstall?id=com.example.news",
            "#/apps/%2Binstall",
            "#/apps/%2Bstore",
            "#/apps/%2Bstore?tab=reviews",
            "#/groups",
            "#/groups/editors",
            "#/loops",
            "#/account",
            "#/inbox/developer",
            "#/thread/" + scene.question(),
            "#/search?q=paper",
            "#/dead-letters",
            "#/dead-letters/" + scene.deadLetter(),
            "#/access",
            "#/usage",
            "#/connections",
            "#/audit",
            "#/settings",
            "#/flow?compose=new")) {
      follow(fragment);
      page.locator(ready(fragment)).first().waitFor();
      assertThat(Axe.findings(page)).as("%s, %s, %d wide", fragment, scheme, width).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"LIGHT, 1440", "DARK, 390"})
  void bothWaysInAreUsableByEverybody(ColorScheme scheme, int width) {
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
    page.setViewportSize(width, 844);
    page.navigate(hub.address() + "/");
    page.getByLabel("Token").waitFor();
    assertThat(Axe.findings(page)).as("token, %s, %d wide", scheme, width).isEmpty();
    button("Use email and password").click();
    page.getByLabel("Password").waitFor();
    assertThat(Axe.findings(page)).as("account, %s, %d wide", scheme, width).isEmpty();
  }

  private static String ready(String fragment) {
    if (fragment.contains("compose")) {
      return "dialog[open]";
    }
    if (fragment.contains("?m=")) {
      return ".ladder";
    }
    return "main :is(.message-row, .agent-row, .subject, .turn, .hit, .letter, .entry,"
        + " .card, .empty, .usage-table, fieldset):visible";
  }
}
