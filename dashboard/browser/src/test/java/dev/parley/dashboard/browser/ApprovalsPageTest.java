package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.parley.dashboard.browser.fake.FakeDesk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What agents ask leave for: seen as it comes, answered for exactly what was shown. */
class ApprovalsPageTest extends DashboardTest {
  private FakeDesk desk;

  @BeforeEach
  void agents() {
    hub.agents("ada", "bob");
    desk = hub.desk();
  }

  private Locator badge() {
    return page.locator(".nav a[href='#/approvals'] .badge");
  }

  @Test
  void whatWaitsIsCountedWherever() {
    desk.ask("ada", "May I?", "{}");
    open("#/flow");
    assertThat(badge()).containsText("1 waiting");
    String second = desk.ask("bob", "And I?", "{}");
    assertThat(badge()).containsText("2 waiting");
    desk.decided(second, "expired", null);
    assertThat(badge()).containsText("1 waiting");
    hub.agents("carl");
    page.navigate(hub.address() + "/#/agents/ada");
    assertThat(page.locator(".notice")).hasText("It waits for an answer");
  }

  @Test
  void oneIsAllowedWithWordsForExactlyWhatIsShown() {
    String id = desk.ask("ada", "Delete the build", "{'run':'rm -r build'}");
    open("#/approvals");
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("min left");
    rows().first().click();
    assertThat(page.locator(".subject .payload")).containsText("rm -r build");
    page.getByLabel("Why (optional)").fill("it is rebuilt at night");
    page.reload();
    assertThat(page.getByLabel("Why (optional)")).hasValue("it is rebuilt at night");
    button("Allow").click();
    assertThat(page.locator(".decision"))
        .containsText("Allowed by developer: it is rebuilt at night");
    assertThat(rows()).hasCount(0);
    assertThat(badge()).hasCount(0);
    assertThat(desk.approval(id).get("reason").asString()).isEqualTo("it is rebuilt at night");

    link("All").last().click();
    assertThat(rows().first()).containsText("Allowed");
    assertThat(rows().first()).containsText("answered by developer");
  }

  @Test
  void anAnswerOfSomebodyElseIsSeenAtOnce() {
    String id = desk.ask("ada", "May I?", "{}");
    open("#/approvals/" + id);
    assertThat(button("Deny")).isVisible();
    desk.decided(id, "denied", "bob");
    assertThat(page.locator(".decision")).containsText("Denied by bob");
    assertThat(button("Deny")).hasCount(0);
  }

  @Test
  void whatNobodyAnsweredInTimeWasDenied() {
    String id = desk.ask("ada", "May I?", "{}");
    open("#/approvals/" + id);
    desk.decided(id, "expired", null);
    assertThat(page.locator(".decision")).containsText("Not answered in time, so denied");
  }

  @Test
  void whereNothingWaitsThatIsSaid() {
    open("#/approvals");
    assertThat(page.locator(".list-pane .empty")).containsText("Nothing waits");
    link("All").last().click();
    assertThat(page.locator(".list-pane .empty")).containsText("No requests");
    hub.failing("/api/approvals", "the disk is full");
    link("Waiting").click();
    assertThat(page.locator(".list-pane [role=alert]")).containsText("the disk is full");
  }
}
