package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.GetByLabelOptions;
import dev.parley.dashboard.browser.fake.FakeDesk;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages at times to come: made, looked at, sent now, switched off, deleted. */
class SchedulesPageTest extends DashboardTest {
  private FakeDesk desk;

  @BeforeEach
  void agents() {
    hub.agents("ada", "bob");
    desk = hub.desk();
  }

  private Locator runs() {
    return page.locator(".timeline li");
  }

  @Test
  void oneIsMadeAndWhenItFiresIsSeenBefore() {
    open("#/schedules");
    assertThat(page.locator(".list-pane .empty")).containsText("No schedules");
    link("New schedule").click();
    page.getByLabel("Agent that sends it").fill("ada");
    page.getByLabel("Name").fill("standup");
    page.getByLabel("Cron expression").fill("nope");
    assertThat(page.locator(".preview")).containsText("'nope' is no cron expression");
    page.getByLabel("Cron expression").fill("30 8 * * MON-FRI");
    assertThat(page.locator(".preview li")).hasCount(5);
    page.getByLabel("Send to").fill("bob");
    page.getByLabel("Text").fill("What is next?");
    page.getByLabel("Time zone").fill("Europe/Berlin");
    page.reload();
    assertThat(page.getByLabel("Text")).hasValue("What is next?");
    assertThat(page.getByLabel("Time zone")).hasValue("Europe/Berlin");
    assertThat(page.locator(".preview li")).hasCount(5);
    button("Create the schedule").click();

    assertThat(page.locator("parley-schedule h2")).hasText("standup");
    assertThat(page.locator("parley-schedule .facts")).containsText("30 8 * * MON-FRI");
    assertThat(page.locator("parley-schedule .times li")).hasCount(5);
    assertThat(rows()).hasCount(1);
    link("New schedule").click();
    assertThat(page.getByLabel("Text")).hasValue("");
  }

  @Test
  void oneThatFiresOnceHasAMoment() {
    open("#/schedules/new?agent=ada");
    assertThat(page.getByLabel("Agent that sends it")).hasValue("ada");
    page.getByLabel("Name").fill("party");
    page.getByLabel("once", new GetByLabelOptions().setExact(true)).check();
    assertThat(page.getByLabel("Cron expression")).isHidden();
    page.getByLabel("Moment").fill("2030-12-24T18:00");
    assertThat(page.locator(".preview li")).hasCount(1);
    page.getByLabel("Send to").fill("bob");
    page.getByLabel("Text").fill("Now!");
    button("Create the schedule").click();
    assertThat(page.locator("parley-schedule .facts")).containsText("2030");
  }

  @Test
  void whatIsRefusedIsSaidAndNothingTypedIsLost() {
    desk.schedule("ada", "standup", "0 9 * * *", "hi");
    open("#/schedules/new?agent=ada");
    page.getByLabel("Name").fill("standup");
    page.getByLabel("Cron expression").fill("0 9 * * *");
    page.getByLabel("Send to").fill("bob");
    page.getByLabel("Text").fill("hi");
    button("Create the schedule").click();
    assertThat(page.locator("form [role=alert]")).containsText("of that name already");
    assertThat(page.getByLabel("Text")).hasValue("hi");
  }

  @Test
  void oneIsSentNowSwitchedOffAndDeleted() {
    desk.schedule("ada", "digest", "0 18 * * *", "Sum up the day.");
    desk.schedule("bob", "other", "0 18 * * *", "x");
    desk.ran("ada", "digest", "failed", "nobody is there");
    open("#/flow");
    link("Schedules").click();
    assertThat(rows()).hasCount(2);
    rows().first().click();
    assertThat(runs()).hasCount(1);
    assertThat(runs()).containsText("nobody is there");
    button("Send now").click();
    assertThat(runs()).hasCount(2);
    assertThat(runs().first()).containsText("triggered");
    button("Switch off").click();
    assertThat(rows().first()).containsText("off");
    assertThat(button("Switch on")).isVisible();
    button("Switch on").click();
    assertThat(button("Switch off")).isVisible();

    button("Delete").click();
    page.keyboard().press("Escape");
    assertThat(desk.hasSchedule("ada", "digest")).isTrue();
    button("Delete").click();
    agree();
    assertThat(rows()).hasCount(1);
    assertThat(desk.hasSchedule("ada", "digest")).isFalse();
    assertThat(page).hasURL(Pattern.compile(".*#/schedules$"));
  }

  @Test
  void anAgentsPageHasItsOwn() {
    desk.schedule("ada", "digest", "0 18 * * *", "x");
    desk.schedule("bob", "other", "0 18 * * *", "x");
    open("#/agents/ada?tab=schedules");
    assertThat(rows()).hasCount(1);
    assertThat(rows()).containsText("digest");
    page.navigate(hub.address() + "/#/agents/developer?tab=schedules");
    link("Create one").click();
    assertThat(page.getByLabel("Agent that sends it")).hasValue("developer");
  }

  @Test
  void whatTheHubCannotTellIsSaid() {
    hub.failing("/api/schedules", "the disk is full");
    open("#/schedules/ada%2Fnothing");
    assertThat(page.locator(".list-pane [role=alert]")).containsText("the disk is full");
    assertThat(page.locator(".subject-pane [role=alert]"))
        .containsText("there is no such schedule");
  }
}
