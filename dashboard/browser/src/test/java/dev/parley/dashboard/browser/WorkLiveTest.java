package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator.FilterOptions;
import org.junit.jupiter.api.Test;

/** The pages of agents' work in front of a real hub. */
class WorkLiveTest extends LiveHubTest {

  private String sent(String token, String draft) throws Exception {
    return call(token, "POST", "/api/messages", draft).get("messageId").asString();
  }

  @Test
  void aTaskIsFollowedToItsEnd() throws Exception {
    String boss = agent("boss");
    String ada = agent("ada");
    signIn(owner, "#/tasks");
    assertThat(page.locator(".list-pane .empty")).containsText("No tasks yet");
    String id = sent(boss, "{'to':'ada','messageType':'task','content':'Count the beans'}");
    rows().first().click();
    sent(
        ada,
        "{'to':'boss','messageType':'task_status','taskId':'"
            + id
            + "','replyTo':'"
            + id
            + "','taskStatus':'working','content':'on it'}");
    assertThat(rows().first()).containsText("Working");
    assertThat(page.locator(".timeline li")).hasCount(2);
    sent(
        ada,
        "{'to':'boss','messageType':'task_result','taskId':'"
            + id
            + "','replyTo':'"
            + id
            + "','artifacts':[{'type':'text','text':'42'}]}");
    assertThat(page.locator(".facts .state")).hasText("Completed");
    assertThat(page.locator(".artifacts pre")).hasText("42");
    assertThat(page.locator(".timeline li")).hasCount(3);
  }

  @Test
  void aTaskIsCancelledByWhoGaveIt() throws Exception {
    String boss = agent("boss");
    agent("ada");
    String id = sent(boss, "{'to':'ada','messageType':'task','content':'Count the beans'}");
    signIn(boss, "#/tasks/" + id);
    button("Cancel the task").click();
    page.getByLabel("Why (optional)").fill("no beans");
    agree();
    assertThat(page.locator(".facts .state")).hasText("Canceled");
    assertThat(page.locator(".facts")).containsText("no beans");
  }

  @Test
  void leaveIsGivenForWhatWasShown() throws Exception {
    String ada = agent("ada");
    signIn(owner, "#/approvals");
    String id =
        sent(
            ada,
            "{'to':'developer','command':'approval.request','content':'Tidy"
                + " up','payload':{'run':'rm'}}");
    assertThat(page.locator(".nav a[href='#/approvals'] .badge")).containsText("1 waiting");
    rows().first().click();
    assertThat(page.locator(".subject .payload")).containsText("rm");
    page.getByLabel("Why (optional)").fill("fine");
    button("Allow").click();
    assertThat(page.locator(".decision")).containsText("Allowed by developer: fine");
    assertThat(page.locator(".nav a[href='#/approvals'] .badge")).hasCount(0);
    assertThat(call(ada, "GET", "/api/approvals/" + id, "").get("state").asString())
        .isEqualTo("allowed");
  }

  @Test
  void anAgentAnswersWhatItWasAskedAndNotItsOwn() throws Exception {
    String ada = agent("ada");
    String bob = agent("bob");
    sent(ada, "{'to':'bob','command':'approval.request','content':'from ada'}");
    sent(bob, "{'to':'ada','command':'approval.request','content':'from bob'}");
    signIn(bob, "#/approvals");
    assertThat(page.locator(".nav a[href='#/approvals'] .badge")).containsText("1 waiting");
    rows().filter(new FilterOptions().setHasText("from bob")).click();
    assertThat(page.locator(".decision")).containsText("bob asks for leave");
    assertThat(button("Allow")).hasCount(0);
    rows().filter(new FilterOptions().setHasText("from ada")).click();
    button("Deny").click();
    assertThat(page.locator(".decision")).containsText("Denied by bob");
  }

  @Test
  void aScheduleIsMadeSentSwitchedOffAndDeleted() throws Exception {
    agent("ada");
    signIn(owner, "#/schedules/new?agent=ada");
    page.getByLabel("Name").fill("standup");
    page.getByLabel("Cron expression").fill("30 8 * * MON-FRI");
    page.getByLabel("Time zone").fill("Europe/Berlin");
    assertThat(page.locator(".preview li")).hasCount(5);
    page.getByLabel("Send to").fill("developer");
    page.getByLabel("Text").fill("What is next?");
    button("Create the schedule").click();
    assertThat(page.locator("parley-schedule .times li")).hasCount(5);
    button("Send now").click();
    assertThat(page.locator(".timeline li")).containsText("triggered");
    button("Switch off").click();
    assertThat(button("Switch on")).isVisible();
    button("Delete").click();
    agree();
    assertThat(page.locator(".list-pane .empty")).containsText("No schedules");
  }

  @Test
  void lanesAreToldAsThePageReadsThem() throws Exception {
    agent("ada");
    var lanes = call(owner, "GET", "/api/agents/ada/lanes", "").get("lanes");
    assertThat(lanes.findValuesAsString("lane")).contains("main", "comm");
    for (var lane : lanes) {
      assertThat(lane.propertyNames()).contains("running", "runningMax", "waiting");
    }
  }

  @Test
  void whatAnAgentRemembersAndCostsIsItsOwn() throws Exception {
    String ada = agent("ada");
    agent("bob");
    call(ada, "POST", "/api/agents/ada/memories", "{'content':'Carla owns two cats.'}");
    call(ada, "POST", "/api/agents/ada/memories", "{'content':'The sea is wide.'}");
    call(
        ada, "POST", "/api/usage", "{'id':'1','model':'m/1','inputTokens':7,'costMicros':2000000}");
    signIn(ada, "#/agents/ada?tab=memory");
    assertThat(page.locator(".memories .entry")).hasCount(2);
    page.getByLabel("What does it recall of").fill("cats");
    assertThat(page.locator(".memories .entry").first()).containsText("Carla");
    assertThat(page.locator(".memories .entry").first()).containsText("%");
    button("Forget: Carla owns two cats.").click();
    agree();
    assertThat(page.locator(".toast")).hasText("Forgotten");
    page.getByLabel("What does it recall of").fill("");
    assertThat(page.locator(".memories .entry")).hasCount(1);
    assertThat(page.locator(".memories .entry")).containsText("The sea is wide.");
    page.navigate(address() + "/#/agents/ada?tab=cost");
    assertThat(page.locator(".cost-metrics")).containsText("$2.0000");
    assertThat(page.locator(".bars li")).hasCount(1);
    page.navigate(address() + "/#/agents/bob?tab=memory");
    assertThat(page.locator(".agent-page .tabs")).hasCount(0);
    assertThat(page.locator("parley-memories")).hasCount(0);
    assertThat(call(owner, "GET", "/api/audit?action=memory.forget", "").get("entries")).hasSize(1);
  }
}
