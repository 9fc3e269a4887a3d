package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message's way to its answer, step by step, as a table with bars. */
class WaterfallTest extends DashboardTest {
  private String message;

  @BeforeEach
  void message() {
    hub.agents("ada", "bob");
    message = hub.say("bob", "ada", "Count the beans");
  }

  private void became(String rest) {
    hub.desk()
        .waterfall(
            message,
            "{'messageId':'"
                + message
                + "','from':'bob','acceptedAt':1000,'copies':[{'box':{'kind':'agent','name':'ada'},"
                + "'state':'answered','pushedAt':1002,'deliveredAt':9001000}],"
                + rest
                + "}");
  }

  private Locator steps() {
    return page.locator(".waterfall tbody tr");
  }

  private static final String WORKS =
      "'turns':[{'agentId':'ada','queuedAt':1002,'startedAt':1500,'session':'main','turnId':'t1',"
          + "'calledAt':1500,'firstAt':2000,'tools':[{'call':'c','tool':'<b>count</b>',"
          + "'startedAt':2000,'endedAt':2500,'failed':true}]";

  @Test
  void everyStepHasItsTimeAndItsBar() {
    became(
        WORKS
            + ",'endedAt':3000,'outcome':'answered','answers':['a1']}],"
            + "'replies':[{'messageId':'a1','from':'ada','acceptedAt':3000}]");
    open("#/flow?m=" + message);
    assertThat(steps().locator("th"))
        .hasText(
            new String[] {
              "accepted",
              "ada pushed",
              "ada queued",
              "ada first token",
              "ada <b>count</b> failed",
              "ada answered",
              "ada reply",
              "ada delivered"
            });
    assertThat(steps().nth(2).locator("td").nth(1)).hasText("2 ms");
    assertThat(steps().nth(2).locator("td").nth(2)).hasText("498 ms");
    assertThat(steps().nth(5).locator("td").nth(2)).hasText("1.00 s");
    assertThat(page.locator(".waterfall thead")).containsText("2.00 s");
    BoundingBox axis = steps().nth(5).locator("td.axis").boundingBox();
    BoundingBox bar = steps().nth(5).locator(".span").boundingBox();
    assertThat(bar.x - axis.x).isBetween(axis.width * 0.45, axis.width * 0.55);
    assertThat(bar.width).isBetween(axis.width * 0.45, axis.width * 0.55);
    assertThat(steps().nth(6).locator("a")).hasAttribute("href", "#/flow?m=a1");
    assertThat(Axe.findings(page)).isEmpty();
  }

  @Test
  void aTurnThatIsBeingMadeGoesOnBeforeOnesEyes() {
    became("'turns':[{'agentId':'ada','queuedAt':1002}],'replies':[]");
    open("#/flow?m=" + message);
    assertThat(steps().filter(text("ada queued")).locator("td").last()).containsText("…");
    became(WORKS + "}],'replies':[]");
    hub.inTurn(
        "{'agentId':'ada','session':'main','turnId':'t1','change':'started','messages':['"
            + message
            + "']}");
    assertThat(steps().filter(text("works"))).hasCount(1);
    became(WORKS + ",'endedAt':3000,'outcome':'declined','answers':[]}],'replies':[]");
    hub.inTurn("{'agentId':'ada','session':'main','turnId':'t1','change':'ended'}");
    assertThat(steps().filter(text("nothing to say"))).hasCount(1);
  }

  @Test
  void aMessageOfWhichNothingIsKnownHasNone() {
    open("#/flow?m=" + message);
    assertThat(page.locator(".ladder")).isVisible();
    assertThat(page.locator(".waterfall")).hasCount(0);
  }

  private static Locator.FilterOptions text(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }
}
