package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.dashboard.browser.fake.FakeDesk;
import dev.parley.dashboard.browser.fake.FakeLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an agent's program writes, and how full the agent's lanes are. */
class LogAndLanesTest extends DashboardTest {
  private FakeDesk desk;

  @BeforeEach
  void agents() {
    hub.agents("ada", "bob");
    desk = hub.desk();
  }

  @Test
  void whatAProgramWritesIsFollowedAsText() {
    FakeLog program = desk.program("ada");
    program.write("\u001b[31mone\u001b[0m <b>\n");
    open("#/agents/ada?tab=log");
    assertThat(page.locator(".log")).hasText("one <b>");
    program.write("two \u202E\n");
    assertThat(page.locator(".log")).containsText("two ⟨U+202E⟩");
    program.end();
    assertThat(page.locator("parley-agent-log [role=status]")).hasText("Its program has ended");
    assertThat(Axe.findings(page)).isEmpty();
  }

  @Test
  void whoReadsAlongSeesTheEndAndWhoScrollsBackStays() {
    FakeLog program = desk.program("ada");
    program.write("line\n".repeat(500));
    open("#/agents/ada?tab=log");
    program.write("the last\n");
    page.waitForFunction(
        "() => { const log = document.querySelector('.log'); return log?.textContent.includes('the"
            + " last') && log.scrollTop + log.clientHeight > log.scrollHeight - 50; }");
    page.locator(".log").evaluate("log => { log.scrollTop = 0; }");
    page.waitForFunction("() => document.querySelector('.log').scrollTop === 0");
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    program.write("even later\n");
    assertThat(page.locator(".log")).containsText("even later");
    assertThat(page.locator(".log").evaluate("log => log.scrollTop")).isEqualTo(0);
  }

  @Test
  void aConnectionThatBreaksIsMadeAnewAndNothingIsThereTwice() {
    FakeLog program = desk.program("ada");
    program.write("one\n");
    open("#/agents/ada?tab=log");
    assertThat(page.locator(".log")).hasText("one");
    program.breakOff();
    program.write("two\n");
    assertThat(page.locator(".log")).hasText("one two");
  }

  @Test
  void anAgentWithoutAProgramHasNoLog() {
    open("#/agents/ada?tab=log");
    assertThat(page.locator("parley-agent-log [role=alert]")).hasText("it has no program here");
  }

  @Test
  void lanesAreShownOfWhoeverHasABrain() {
    hub.turns(
        "ada",
        "{'autoRun':{'enabled':true,'brain':'genius','debounceMs':0,'maxBatchSize':20,'maxTurnMs':600000},"
            + "'open':[],'turns':[]}");
    desk.lane("bob", "main", 0, 1, 0);
    desk.lane("ada", "main", 1, 1, 0);
    desk.lane("ada", "comm", 2, 5, 3);
    open("#/agents/ada");
    assertThat(page.locator("parley-lanes li"))
        .hasText(new String[] {"Main: 1 of 1", "Messages of others: 2 of 5, 3 sessions wait"});
    page.navigate(hub.address() + "/#/agents/bob");
    assertThat(page.locator(".subject h2")).hasText("bob");
    assertThat(page.locator("parley-lanes li")).hasCount(0);
  }
}
