package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.parley.dashboard.browser.fake.FakeDesk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an agent remembers and what it costs, on its page. */
class MemoryAndCostTest extends DashboardTest {
  private FakeDesk desk;

  @BeforeEach
  void agents() {
    hub.agents("ada", "bob");
    desk = hub.desk();
  }

  private Locator memories() {
    return page.locator(".memories .entry");
  }

  @Test
  void memoriesAreReadByLayerAndRecalledByWords() {
    desk.memory("ada", "tacit", "", "Carla owns two cats.");
    desk.memory("ada", "entity", "Carla", "likes tea");
    desk.memory("bob", "tacit", "", "not hers");
    open("#/agents/ada?tab=memory");
    assertThat(memories()).hasCount(2);
    page.getByLabel("Layer").selectOption("entity");
    assertThat(memories()).hasCount(1);
    assertThat(memories()).containsText("likes tea");
    page.getByLabel("Layer").selectOption("");
    page.getByLabel("What does it recall of").fill("cats");
    assertThat(memories()).hasCount(1);
    assertThat(memories()).containsText("50 %");
    page.reload();
    assertThat(page.getByLabel("What does it recall of")).hasValue("cats");
    assertThat(memories()).hasCount(1);
    page.getByLabel("What does it recall of").fill("dogs");
    assertThat(page.locator(".agent-page .empty")).hasText("It recalls nothing of that.");
  }

  @Test
  void oneIsForgottenAfterAQuestion() {
    desk.memory("ada", "tacit", "", "Carla owns two cats.");
    open("#/agents/ada?tab=memory");
    button("Forget: Carla owns two cats.").click();
    assertThat(page.locator(".ask[open]")).containsText("Carla owns two cats.");
    page.keyboard().press("Enter");
    assertThat(desk.memories("ada")).isOne();
    button("Forget: Carla owns two cats.").click();
    agree();
    assertThat(page.locator(".toast")).hasText("Forgotten");
    assertThat(page.locator(".agent-page .empty")).hasText("It remembers nothing here.");
    assertThat(desk.memories("ada")).isZero();
  }

  @Test
  void whatIsStoredInATurnIsThereWhenItHasEnded() {
    open("#/agents/ada?tab=memory");
    assertThat(page.locator(".agent-page .empty")).isVisible();
    desk.memory("ada", "tacit", "", "just learnt");
    hub.inTurn("{'agentId':'ada','session':'main','turnId':'t1','change':'ended'}");
    assertThat(memories()).containsText("just learnt");
  }

  @Test
  void moreAreReadWhenWanted() {
    for (int i = 0; i < 60; i++) {
      desk.memory("ada", "tacit", "", "memory number " + i);
    }
    open("#/agents/ada?tab=memory");
    assertThat(memories()).hasCount(50);
    button("Show more").click();
    assertThat(memories()).hasCount(60);
    assertThat(button("Show more")).hasCount(0);
  }

  @Test
  void anAgentsCostIsThereWithWhatItMayUse() {
    desk.budget(10, 0);
    open("#/agents/ada?tab=cost");
    assertThat(page.locator(".cost-metrics")).containsText("$0.0000");
    assertThat(page.locator(".budgets")).containsText("Tokens: 5 of 10");
    assertThat(page.locator(".bars li")).hasCount(2);
    assertThat(page.locator(".bars li").first()).containsText("2026-01-30");
    assertThat(page.locator(".usage-table tbody tr").first()).containsText("model <b>one</b>");
    link("Other days").click();
    assertThat(page.locator(".usage-pane input[aria-label=Agent]")).hasValue("ada");
  }

  @Test
  void thePageOfUsageLeadsToAgentsAndSaysWhatTheyMay() {
    desk.budget(1_000_000, 2_000_000);
    open("#/usage");
    assertThat(page.locator(".verdict"))
        .hasText("Each agent may use 1,000,000 tokens and $2.0000 a day.");
    button("Today").click();
    assertThat(page.getByLabel("First day")).hasValue("2026-01-30");
    page.locator(".usage-table tbody a").last().click();
    assertThat(page.url()).endsWith("#/agents/bot%20two?tab=cost");
  }

  @Test
  void whatTheHubCannotTellIsSaid() {
    hub.failing("/api/agents/ada/memories", "the disk is full");
    hub.failing("/api/usage", "the disk is full");
    open("#/agents/ada?tab=memory");
    assertThat(page.locator(".agent-page [role=alert]")).containsText("the disk is full");
    page.navigate(hub.address() + "/#/agents/ada?tab=cost");
    assertThat(page.locator(".agent-page [role=alert]")).containsText("the disk is full");
    hub.failing("/api/usage", null);
    // The page may ask by itself before a click, when its stream of events has just begun.
    page.evaluate(
        "() => [...document.querySelectorAll('.agent-page button')]"
            + ".find((each) => each.textContent === 'Try again')?.click()");
    assertThat(page.locator(".cost-metrics")).isVisible();
  }
}
