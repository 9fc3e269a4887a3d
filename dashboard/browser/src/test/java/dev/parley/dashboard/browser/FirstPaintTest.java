package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class FirstPaintTest extends DashboardTest {

  @Test
  void thePageComesFromThisHubAloneAndASecondVisitAsksOnlyForThePage() {
    hub.agents("ada", "bob");
    hub.say("ada", "bob", "hello");
    List<String> asked = new CopyOnWriteArrayList<>();
    page.onRequest(request -> asked.add(request.url()));
    open("");
    assertThat(rows()).hasCount(1);
    page.locator("[data-node]").first().waitFor();
    assertThat(asked).allMatch(url -> url.startsWith(hub.address() + "/"));
    Number painted =
        (Number)
            page.evaluate(
                "() => performance.getEntriesByName('first-contentful-paint')[0].startTime");
    page.reload();
    assertThat(rows()).hasCount(1);
    Number again =
        (Number)
            page.evaluate(
                "() => performance.getEntriesByName('first-contentful-paint')[0].startTime");
    Object fetched =
        page.evaluate(
            "() => performance.getEntriesByType('resource')"
                + ".filter((r) => r.name.includes('/assets/') && r.transferSize > 0).length");
    System.out.printf(
        "first paint after %.0f ms, on a second visit %.0f ms%n",
        painted.doubleValue(), again.doubleValue());
    assertThat(fetched).as("files fetched again").isEqualTo(0);
  }
}
