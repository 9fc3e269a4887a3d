package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.LocatorOptions;
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
    for (int i = 0; i < 3_000; i++) {
      hub.say("ada", "bob", "burst " + i);
    }
    assertThat(page.locator(".filters .grow-end")).hasText("3,000 messages");
    assertThat(rows().first()).containsText("burst 2999");
  }
}
