package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowTest extends DashboardTest {

  @Test
  void anEmptyHubSaysWhatToDoNext() {
    open("");
    assertThat(page.locator(".list-pane .empty")).containsText("parley agents add researcher");
    assertThat(page.locator("parley-graph .empty")).containsText("No agents yet");
  }

  @Test
  void whatWasSaidIsThereNewestFirst() {
    hub.agents("ada", "bob");
    hub.say("ada", "bob", "first");
    hub.say("bob", "ada", "second");
    open("");
    assertThat(rows()).hasCount(2);
    assertThat(rows().first()).containsText("second");
    assertThat(rows().last()).containsText("first");
  }

  @Test
  void whatIsSaidShowsUpByItself() {
    hub.agents("ada", "bob");
    open("");
    page.evaluate(
        """
        () => {
          window.seen = {};
          new MutationObserver(() => {
            for (const row of document.querySelectorAll('.message-row')) {
              window.seen[row.dataset.message] ??= performance.timeOrigin + performance.now();
            }
          }).observe(document.querySelector('main'), { childList: true, subtree: true });
        }
        """);
    long millis = 0;
    int times = 10;
    for (int i = 0; i < times; i++) {
      long sent = System.currentTimeMillis();
      String id = hub.say("ada", "bob", "live " + i);
      page.locator("[data-message='" + id + "']").waitFor();
      millis += (long) ((Number) page.evaluate("id => window.seen[id]", id)).doubleValue() - sent;
    }
    System.out.printf("from sent to shown: %d ms on average of %d%n", millis / times, times);
    assertThat(rows()).hasCount(times);
  }

  @Test
  void agentsAreDotsAndWhatTheySayDrawsLines() {
    hub.agents("ada", "bob", "eve");
    open("");
    assertThat(page.locator("[data-node]")).hasCount(4);
    assertThat(page.locator(".graph line")).hasCount(0);
    hub.say("ada", "bob", "hello");
    hub.say("ada", "eve", "hello");
    assertThat(page.locator(".graph line")).hasCount(2);
    assertThat(page.locator("[data-node=bob] a"))
        .hasAttribute("aria-label", "bob, online, 1 unread");
    hub.presence("bob", false);
    assertThat(page.locator("[data-node=bob] a"))
        .hasAttribute("aria-label", "bob, offline, 1 unread");
  }

  @Test
  void dotsStayApartAndInsideThePicture() {
    for (int i = 0; i < 30; i++) {
      hub.agents("agent-" + i);
      hub.say("agent-" + i, "agent-" + i / 2, "hi");
    }
    page.emulateMedia(new EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
    open("");
    page.locator("[data-node='agent-29'][transform]").waitFor();
    Object worst =
        page.evaluate(
            """
            () => {
              const frame = document.querySelector('.graph').getBoundingClientRect();
              const dots = [...document.querySelectorAll('.node .dot')].map((dot) => dot.getBoundingClientRect());
              const inside = dots.every((d) => d.left >= frame.left && d.right <= frame.right && d.top >= frame.top && d.bottom <= frame.bottom);
              let nearest = Infinity;
              dots.forEach((a, i) => dots.slice(i + 1).forEach((b) => (nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y)))));
              return inside ? nearest : -1;
            }
            """);
    assertThat(((Number) worst).doubleValue()).isGreaterThan(26);
  }

  @Test
  void whatReachedNobodyIsMarked() {
    open("");
    hub.say("developer", "nobody", "hello?");
    assertThat(rows().first().locator(".tag-dead")).hasText("nobody");
    page.reload();
    assertThat(rows().first().locator(".tag-dead")).hasText("nobody");
  }

  @Test
  void filtersStandInTheAddressAndSurviveAReload() {
    hub.agents("ada", "bob");
    hub.say("ada", "bob", "one");
    hub.say("bob", "ada", "two");
    open("");
    page.getByLabel("From", new GetByLabelOptions().setExact(true)).fill("bob");
    page.keyboard().press("Enter");
    assertThat(rows()).hasCount(1);
    assertThat(page.url()).endsWith("#/flow?from=bob");
    page.reload();
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("two");
  }

  @Test
  void whatFitsAFilterIsFoundAmongWhatIsNotOnThePage() {
    hub.agents("ada", "bob", "planner").lookingAt(1_000);
    hub.sayUntold("planner", "ada", "the plan");
    for (int i = 0; i < 3_500; i++) {
      hub.sayUntold("ada", "bob", "later " + i);
    }
    open("#/flow?from=planner");
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("the plan");
    assertThat(extent()).hasText("1 message");
    hub.say("ada", "bob", "not this");
    hub.say("planner", "bob", "but this");
    assertThat(rows()).hasCount(2);
    assertThat(rows().first()).containsText("but this");
    button("Clear").click();
    assertThat(extent()).hasText("202 of 3,503 messages");
  }

  @Test
  void filtersFollowWhatIsSaidAsTheHubWould() {
    hub.agents("ada", "bob");
    open("#/flow?to=agent%2F*");
    assertThat(page.locator(".list-pane .empty")).hasText("No message fits these filters.");
    hub.sendTo("news/today", "not this");
    hub.sendTo("agent/ada,bob", "this");
    assertThat(rows()).hasCount(1);
    page.getByLabel("To", new GetByLabelOptions().setExact(true)).fill("bob");
    page.keyboard().press("Enter");
    hub.say("bob", "ada", "not to bob");
    hub.say("ada", "bob", "to bob");
    assertThat(rows()).hasCount(2);
    assertThat(rows().first()).containsText("to bob");
  }

  @Test
  void whatIsToldWhileTheListIsReadStandsInItsPlace() {
    hub.agents("ada", "bob").lookingAt(3);
    for (int i = 0; i < 4; i++) {
      hub.sayUntold("ada", "bob", "before " + i);
    }
    List<Route> held = new ArrayList<>();
    String read = "**/api/messages?*to=bob*";
    page.route(read, held::add);
    open("#/flow?to=bob");
    page.waitForCondition(() -> !held.isEmpty());
    hub.say("ada", "bob", "meanwhile 0");
    hub.say("ada", "bob", "meanwhile 1");
    assertThat(rows()).hasCount(2);
    page.unroute(read);
    held.getLast().resume();
    assertThat(rows()).hasCount(6);
    List<String> texts = rows().locator(".text").allTextContents();
    assertThat(texts.stream().map(String::strip))
        .containsExactly(
            "meanwhile 1", "meanwhile 0", "before 3", "before 2", "before 1", "before 0");
  }

  @Test
  void theListSaysHowManyOfHowManyAreHere() {
    hub.agents("ada", "bob").forgotten(400);
    for (int i = 0; i < 10_416; i++) {
      hub.sayUntold("ada", "bob", "message " + i);
    }
    open("");
    assertThat(extent()).hasText("200 of 10,416 messages");
    hub.say("ada", "bob", "one more");
    assertThat(extent()).hasText("201 of 10,417 messages");
    hub.tellStats(1);
    assertThat(page.locator(".metrics")).containsText("10.8K");
  }

  private Locator extent() {
    return page.locator(".filters .grow-end");
  }

  @Test
  void numbersAreShownAtAGlance() {
    hub.agents("ada");
    hub.say("ada", "nobody", "x");
    open("");
    hub.tellStats(7);
    assertThat(page.locator(".metrics")).containsText("messages a second");
    assertThat(page.locator(".metric-bad dd")).hasText("1");
    assertThat(page.locator(".metric-wide dd")).containsText("7");
    List<String> labels = page.locator(".metrics dt").allTextContents();
    assertThat(labels)
        .containsExactly(
            "messages a second",
            "accepted",
            "pending",
            "dead letters",
            "agents online",
            "connections",
            "on disk",
            "new since Nov 16 08:59:00");
  }
}
