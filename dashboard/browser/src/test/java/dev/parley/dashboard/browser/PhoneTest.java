package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhoneTest extends DashboardTest {

  @Override
  protected NewContextOptions options() {
    return new NewContextOptions().setViewportSize(360, 740).setHasTouch(true).setIsMobile(true);
  }

  @Test
  void nothingIsWiderThanAPhone() {
    Scene scene = new Scene(hub).play();
    open("");
    for (String fragment :
        List.of(
            "#/flow",
            "#/flow?m=" + scene.question(),
            "#/agents",
            "#/agents/researcher",
            "#/agents/researcher?tab=tasks",
            "#/agents/researcher?tab=memory",
            "#/agents/researcher?tab=cost",
            "#/tasks/" + scene.task(),
            "#/approvals/" + scene.approval(),
            "#/schedules/researcher%2Fdigest",
            "#/schedules/new",
            "#/groups",
            "#/groups/editors",
            "#/loops",
            "#/account",
            "#/inbox",
            "#/thread/" + scene.question(),
            "#/search?q=paper",
            "#/dead-letters",
            "#/access",
            "#/usage",
            "#/connections",
            "#/audit",
            "#/settings",
            "#/flow?compose=new")) {
      follow(fragment);
      assertThat(page.evaluate("() => document.documentElement.scrollWidth"))
          .as(fragment)
          .isEqualTo(360);
    }
  }

  @Test
  void aMessageIsReadAndAnsweredByThumb() {
    hub.agents("ada");
    hub.say("ada", "developer", "on the road?");
    open("");
    link("Inbox").tap();
    rows().first().tap();
    assertThat(page.locator(".detail .content")).hasText("on the road?");
    page.getByLabel("Reply to ada as developer").fill("yes");
    button("Send reply").tap();
    assertThat(page.locator(".toast")).hasText("Sent to ada");
    link("Close the message").tap();
    assertThat(rows().first()).isVisible();
  }

  @Test
  void anAgentTakesTheWholeScreenAndThereIsAWayBack() {
    hub.agents("ada");
    open("#/agents");
    page.locator(".agent-row").first().tap();
    assertThat(page.locator(".agent-row").first()).isHidden();
    link("All agents").tap();
    assertThat(page.locator(".agent-row").first()).isVisible();
  }
}
