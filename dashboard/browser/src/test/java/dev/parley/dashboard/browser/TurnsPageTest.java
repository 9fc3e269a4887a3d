package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent at work: the turn that is being made, and those that were. */
class TurnsPageTest extends DashboardTest {
  private static final String ENDED =
      "{'turnId':'t0','session':'comm-x','startedAt':1,'endedAt':2501,'outcome':'answered',"
          + "'text':'Done <b>that</b>.','messages':['m1','m2'],'answers':['a1']}";

  @BeforeEach
  void agents() {
    hub.agents("ada");
  }

  private void running(String steps) {
    hub.turns(
        "ada",
        "{'autoRun':{'enabled':true,'brain':'genius','debounceMs':0,'maxBatchSize':20,'maxTurnMs':600000},"
            + "'open':[{'session':'main','waiting':['m3'],'startedAt':1,'turnId':'t1','steps':"
            + steps
            + "}],'turns':["
            + ENDED
            + "]}");
  }

  private void step(String more) {
    hub.inTurn("{'agentId':'ada','session':'main','turnId':'t1','change':'step'," + more + "}");
  }

  @Test
  void whatABrainSaysAndDoesIsSeenAsItHappens() {
    running("[{'kind':'text','text':'Let me '}]");
    open("#/agents/ada");
    assertThat(page.locator("parley-turns")).containsText("genius");
    assertThat(page.locator(".step.text")).containsText("Let me");

    step("'step':0,'offset':7,'kind':'text','text':'<i>look</i>'");
    assertThat(page.locator(".step.text .step-text")).hasText("Let me <i>look</i>");
    step(
        "'step':1,'offset':0,'kind':'tool','call':'c1','tool':'message','text':'{\\\"to\\\":\\\"bob\\\"}'");
    assertThat(page.locator(".step.tool summary")).containsText("works…");
    step("'step':1,'offset':0,'kind':'tool','call':'c1','result':'sent','failed':false");
    assertThat(page.locator(".step.tool summary")).containsText("done");
  }

  @Test
  void whoMissedAPieceReadsTheWhole() {
    running("[{'kind':'text','text':'One '}]");
    open("#/agents/ada");
    assertThat(page.locator(".step.text")).containsText("One");
    running("[{'kind':'text','text':'One two three'}]");
    step("'step':0,'offset':8,'kind':'text','text':'three'");
    assertThat(page.locator(".step.text .step-text")).hasText("One two three");
  }

  @Test
  void aTurnThatHasEndedIsInTheListAsText() {
    hub.turns("ada", "{'open':[],'turns':[" + ENDED + "]}");
    open("#/agents/ada");
    assertThat(page.locator(".turns .turn")).hasCount(1);
    assertThat(page.locator(".turn-text")).hasText("Done <b>that</b>.");
    assertThat(page.locator(".turns .turn")).containsText("2.5 s");
    assertThat(page.locator(".turns .turn")).containsText("2 messages");
  }

  @Test
  void aTurnIsStopped() {
    running("[]");
    open("#/agents/ada");
    button("Stop").click();
    await().untilAsserted(() -> assertThat(hub.stopped()).containsExactly("ada/main"));
  }

  @Test
  void anAgentWithoutABrainHasNothingToShow() {
    open("#/agents/ada");
    assertThat(page.locator(".subject h2")).hasText("ada");
    assertThat(page.locator("parley-turns h3")).hasCount(0);
  }
}
