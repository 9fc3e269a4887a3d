package dev.parley.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import dev.parley.dashboard.browser.fake.FakeDesk;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages of agents' work hold 200 of the nastiest entries, in every colour and width. */
class WorkPagesTest extends DashboardTest {
  private static final int MANY = 200;
  private static final String EVIL =
      "<img src=x onerror='window.owned=1'>\u202E\u2066desrever\u2069 "
          + "W".repeat(300)
          + "<script>window.owned=1</script> {{1}} ${1} 🎉 العربية";

  private static final String SHOWN =
      "main :is(.message-row, .timeline, .memories, .usage-table, .facts):visible";

  private String task = "";
  private String approval = "";

  private void fill() {
    hub.agents("ada", "bob");
    FakeDesk desk = hub.desk();
    for (int i = 0; i < MANY; i++) {
      task = desk.task("bob", "ada", i + EVIL);
      desk.memory("ada", "entity", EVIL, i + EVIL);
      desk.schedule("ada", "s" + i + "-" + "n".repeat(60), "0 9 * * *", EVIL);
    }
    for (int i = 0; i < MANY; i++) {
      approval = desk.ask("ada", i + EVIL, "{'run':'" + "\u202E" + "x".repeat(500) + "'}");
    }
    desk.moved(task, "ada", "failed", EVIL);
    desk.ran("ada", "s199-" + "n".repeat(60), "failed", EVIL);
    desk.task(task).putArray("artifacts").addObject().put("name", EVIL).put("text", EVIL);
    desk.budget(1, 1);
  }

  @ParameterizedTest
  @CsvSource({"LIGHT, 1440", "DARK, 390"})
  void theNastiestContentIsTextAndEverybodyCanUseIt(ColorScheme scheme, int width) {
    fill();
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
    page.setViewportSize(width, 844);
    open("");
    for (String fragment :
        List.of(
            "#/tasks",
            "#/tasks/" + task,
            "#/approvals",
            "#/approvals/" + approval,
            "#/schedules",
            "#/schedules/ada%2Fs199-" + "n".repeat(60),
            "#/agents/ada",
            "#/agents/ada?tab=tasks",
            "#/agents/ada?tab=schedules",
            "#/agents/ada?tab=memory",
            "#/agents/ada?tab=cost",
            "#/usage")) {
      follow(fragment);
      assertThatCode(() -> page.locator(SHOWN).first().waitFor())
          .as("%s, %d wide: %s", fragment, width, page.locator("main").innerText())
          .doesNotThrowAnyException();
      assertThat(page.evaluate("window.owned")).as(fragment).isNull();
      assertThat(page.locator("parley-app img, parley-app script").count()).isZero();
      assertThat((String) page.evaluate("document.querySelector('main').textContent"))
          .as("%s: what would turn text around is named", fragment)
          .doesNotContain("\u202E", "\u2066");
      assertThat(page.evaluate("() => document.documentElement.scrollWidth"))
          .as("%s, %d wide", fragment, width)
          .isEqualTo(width);
      assertThat(
              page.evaluate(
                  """
                  () => [...document.querySelectorAll('main .pane, main .subject, main .tab-body, main .entries')]
                    .filter((each) => each.scrollWidth > each.clientWidth + 1)
                    .map((each) => `${each.className} ${each.scrollWidth} > ${each.clientWidth}`)
                    .join()
                  """))
          .as("%s, %d wide: nothing stands out to the side", fragment, width)
          .isEqualTo("");
      assertThat(Axe.findings(page)).as("%s, %s, %d wide", fragment, scheme, width).isEmpty();
    }
  }
}
