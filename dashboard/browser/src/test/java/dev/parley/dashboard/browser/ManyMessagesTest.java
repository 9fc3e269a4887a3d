package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.LocatorOptions;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManyMessagesTest extends DashboardTest {
  private static final int MANY = 10_000;

  @Test
  void tenThousandAreScrolledThroughWithAHandfulInTheDocument() {
    hub.agents("ada", "bob");
    for (int i = 0; i < MANY; i++) {
      hub.sayUntold("ada", "bob", "message " + i);
    }
    open("");
    assertThat(rows().first()).containsText("message 9999");
    @SuppressWarnings("unchecked")
    List<Number> frames =
        (List<Number>)
            page.evaluate(
                """
                async () => {
                  const list = document.querySelector('main parley-virtual-list');
                  const frames = [];
                  let before = performance.now();
                  let still = 0;
                  while (still < 40) {
                    const top = list.scrollTop;
                    list.scrollTop += 1500;
                    await new Promise(requestAnimationFrame);
                    const now = performance.now();
                    frames.push(now - before);
                    before = now;
                    still = list.scrollTop === top ? still + 1 : 0;
                  }
                  return frames;
                }
                """);
    assertThat(rows().last()).containsText("message 0");
    assertThat(page.locator(".virtual-row").count()).isLessThan(60);
    List<Double> sorted = frames.stream().map(Number::doubleValue).sorted().toList();
    System.out.printf(
        "%d frames while scrolling: median %.1f ms, 99th of 100 %.1f ms%n",
        sorted.size(), sorted.get(sorted.size() / 2), sorted.get(sorted.size() * 99 / 100));
  }

  @Test
  void whoHasScrolledAwayKeepsLookingAtTheSameWhileNewOnesCome() {
    hub.agents("ada", "bob");
    for (int i = 0; i < 300; i++) {
      hub.sayUntold("ada", "bob", "message " + i);
    }
    open("");
    assertThat(rows().first()).containsText("message 299");
    page.evaluate("() => document.querySelector('main parley-virtual-list').scrollTop = 2800");
    String seen = topRow();
    for (int i = 0; i < 50; i++) {
      hub.say("ada", "bob", "new " + i);
    }
    assertThat(page.locator(".metric", contains("accepted")).locator("dd")).hasText("350");
    assertThat(topRow()).isEqualTo(seen);
    button("50 new above").click();
    assertThat(rows().first()).containsText("new 49");
    assertThat(button("new above")).hasCount(0);
  }

  private static LocatorOptions contains(String text) {
    return new LocatorOptions().setHasText(text);
  }

  private String topRow() {
    return (String)
        page.evaluate(
            """
            async () => {
              await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
              const list = document.querySelector('main parley-virtual-list');
              const { top, left } = list.getBoundingClientRect();
              return document.elementFromPoint(left + 30, top + 30).closest('a').dataset.message;
            }
            """);
  }

  @Test
  void aBurstIsTakenInWithoutLosingAny() {
    hub.agents("ada", "bob");
    open("");
    assertThat(extent()).hasText("0 messages");
    for (int i = 0; i < 3_000; i++) {
      hub.say("ada", "bob", "burst " + i);
    }
    assertThat(extent()).hasText("3,000 messages");
    assertThat(rows().first()).containsText("burst 2999");
  }

  @Test
  void aListThatIsAheadOfWhatIsToldStandsAboveIt() {
    hub.agents("ada", "bob");
    for (int i = 0; i < 400; i++) {
      hub.sayUntold("ada", "bob", "before " + i);
    }
    List<Route> held = new ArrayList<>();
    String read = "**/api/messages?*";
    page.route(read, held::add);
    open("");
    page.waitForCondition(() -> !held.isEmpty());
    say("told", 3);
    assertThat(rows()).hasCount(3);
    hub.stream().hold();
    say("ahead", 250);
    page.unroute(read);
    held.getFirst().resume();
    assertThat(rows().filter(new Locator.FilterOptions().setHasText("ahead 249"))).hasCount(1);
    hub.stream().release();
    assertThat(extent()).hasText("253 of 653 messages");
    assertThat(rows().first()).containsText("ahead 249");
    hub.say("ada", "bob", "one more");
    assertThat(extent()).hasText("254 of 654 messages");
    scrollToTheEnd();
    assertThat(extent()).hasText("654 messages");
    List<String> expected = new ArrayList<>(List.of("one more"));
    addDown(expected, "ahead", 250);
    addDown(expected, "told", 3);
    addDown(expected, "before", 400);
    assertThat(shownTexts()).isEqualTo(expected);
  }

  private void scrollToTheEnd() {
    page.evaluate("() => document.querySelector('main parley-virtual-list').scrollTop = 1_000_000");
  }

  private static void addDown(List<String> texts, String text, int times) {
    for (int i = times - 1; i >= 0; i--) {
      texts.add(text + " " + i);
    }
  }

  private Object shownTexts() {
    return page.evaluate(
        "() => document.querySelector('main parley-virtual-list').items.map(({ text }) => text)");
  }

  private void say(String text, int times) {
    for (int i = 0; i < times; i++) {
      hub.say("ada", "bob", text + " " + i);
    }
  }

  private Locator extent() {
    return page.locator(".filters .grow-end");
  }
}
