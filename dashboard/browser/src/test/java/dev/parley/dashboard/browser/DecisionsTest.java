package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a person is asked to decide, in the message that asks. */
class DecisionsTest extends DashboardTest {
  private static final JsonMapper JSON = new JsonMapper();

  @BeforeEach
  void agents() {
    hub.agents("ada", "bob");
  }

  private String ask(String from, String command, String payload) {
    ObjectNode draft = JSON.createObjectNode().put("from", from).put("to", "developer");
    draft.put("command", command).put("content", "May I?");
    draft.set("payload", JSON.readTree(payload.replace('\'', '"')));
    return hub.send(draft).get("messageId").asString();
  }

  private void openMessage(String id) {
    open("#/inbox?m=" + id);
    assertThat(page.locator(".detail .content")).hasText("May I?");
  }

  @Test
  void whoIsAskedForLeaveAllowsExactlyWhatWasShown() {
    String id = ask("ada", "approval.request", "{'run':'rm -r build'}");
    hub.approval(id, "ada", "ab12");
    openMessage(id);
    assertThat(page.locator(".payload")).containsText("rm -r build");
    button("Allow").click();
    assertThat(page.locator(".decision")).containsText("Allowed by developer");
    assertThat(page.locator(".decision button")).hasCount(0);
    assertThat(hub.stateOf(id)).isEqualTo("allowed");
  }

  @Test
  void whatIsDeniedIsDenied() {
    String id = ask("ada", "approval.request", "{}");
    hub.approval(id, "ada", "ab12");
    openMessage(id);
    button("Deny").click();
    assertThat(page.locator(".decision")).containsText("Denied by developer");
    assertThat(hub.stateOf(id)).isEqualTo("denied");
  }

  @Test
  void agentsThatTheHubHasStoppedAreLetGoOn() {
    hub.stop("s1", "ada", "bob");
    openMessage(ask("system", "governor.stopped", "{'stopId':'s1'}"));
    assertThat(page.locator(".decision")).containsText("ada, bob");
    button("Let it go on").click();
    assertThat(page.locator(".decision")).containsText("It was let go on");
    assertThat(hub.stateOf("s1")).isEqualTo("allowed");
  }

  @Test
  void anAgentThatClaimsToBeTheHubGetsNoButton() {
    hub.stop("s1", "ada", "bob");
    String id = ask("ada", "governor.stopped", "{'stopId':'s1'}");
    openMessage(id);
    assertThat(page.getByText("Open the thread")).isVisible();
    assertThat(page.locator("parley-decision")).hasCount(0);
  }
}
