package dev.parley.dashboard.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Pictures for people: {@code -Dscreenshots=FOLDER} writes every view into that folder. */
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
class ScreenshotsTest extends DashboardTest {
  private static final Path FOLDER = Path.of(System.getProperty("screenshots", "."));

  private ColorScheme scheme = ColorScheme.LIGHT;

  @Test
  void ofEveryView() {
    Scene scene = new Scene(hub).play();
    for (ColorScheme each : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
      scheme = each;
      for (int width : new int[] {1440, 390}) {
        openContext(options().setViewportSize(width, width > 500 ? 900 : 844));
        String suffix = "-" + each.name().toLowerCase(Locale.ROOT) + "-" + width;
        shoot("#/flow", "flow" + suffix);
        shoot("#/flow?m=" + scene.question(), "detail" + suffix);
        shoot("#/agents/researcher", "agents" + suffix);
        shoot("#/agents/researcher?tab=tasks", "agent-tasks" + suffix);
        shoot("#/agents/researcher?tab=memory", "agent-memory" + suffix);
        shoot("#/agents/researcher?tab=cost", "agent-cost" + suffix);
        shoot("#/agents/researcher?tab=log", "agent-log" + suffix);
        shoot("#/tasks", "tasks-list" + suffix);
        shoot("#/tasks/" + scene.task(), "tasks" + suffix);
        shoot("#/approvals", "approvals-list" + suffix);
        shoot("#/approvals/" + scene.approval(), "approvals" + suffix);
        shoot("#/schedules/researcher%2Fdigest", "schedules" + suffix);
        shoot("#/schedules/new", "schedule-new" + suffix);
        shoot("#/usage", "usage" + suffix);
        shoot("#/apps/com.example.weather", "apps" + suffix);
        shoot("#/apps/com.example.weather?tab=settings", "app-settings" + suffix);
        shoot("#/apps/com.example.weather?tab=pages", "app-pages" + suffix);
        shoot("#/apps/%2Binstall?id=com.example.news", "app-install" + suffix);
        shoot("#/apps/%2Bstore", "app-store" + suffix);
        shoot("#/groups/editors", "groups" + suffix);
        shoot("#/groups", "groups-list" + suffix);
        shoot("#/audit", "audit" + suffix);
        shoot("#/inbox/developer", "inbox" + suffix);
        shoot("#/thread/" + scene.question(), "thread" + suffix);
        shoot("#/search?q=paper", "search" + suffix);
        shoot("#/dead-letters", "dead-letters" + suffix);
        shoot("#/settings", "settings" + suffix);
        shoot("#/flow?compose=new", "compose" + suffix);
      }
    }
  }

  /** {@code docs/images/dashboard.png}, which the README shows. */
  @Test
  void ofTheReadme() {
    Scene scene = new Scene(hub).play();
    signIn();
    page.navigate(hub.address() + "/#/flow?m=" + scene.question());
    waitForLive();
    for (double rate : new double[] {2, 3, 2, 5, 9, 7, 4, 6, 3, 4, 8, 12, 9, 5, 6, 4}) {
      hub.tellStats(rate);
      page.waitForTimeout(1_000);
    }
    page.screenshot(new ScreenshotOptions().setPath(FOLDER.resolve("dashboard.png")));
  }

  @Override
  protected NewContextOptions options() {
    return super.options().setColorScheme(scheme);
  }

  private void shoot(String fragment, String name) {
    signIn();
    page.navigate("about:blank");
    page.navigate(hub.address() + "/" + fragment);
    waitForLive();
    for (double rate : new double[] {3, 5, 9}) {
      hub.tellStats(rate);
    }
    page.waitForTimeout(1_200);
    page.screenshot(new ScreenshotOptions().setPath(FOLDER.resolve(name + ".png")));
  }
}
