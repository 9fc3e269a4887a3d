package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByTextOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class MessageTest extends DashboardTest {

  @BeforeEach
  void agents() {
    hub.agents("ada", "bob");
  }

  @Test
  void aMessageIsShownWholeWithTheLadderOfEveryCopy() {
    String id = hub.say("ada", "bob", "line one\nline two");
    open("#/flow?m=" + id);
    assertThat(page.locator(".detail .content")).hasText("line one\nline two");
    assertThat(page.locator(".ladder li")).hasCount(1);
    assertThat(page.locator(".ladder li")).containsText("bob");
    assertThat(page.locator(".ladder-state")).hasText("accepted");
    assertThat(page.locator(".rungs .reached")).hasCount(1);
  }

  @Test
  void theLadderIsClimbedBeforeOnesEyes() {
    String id = hub.say("ada", "bob", "hello");
    open("#/flow?m=" + id);
    assertThat(page.locator(".ladder-state")).hasText("accepted");
    hub.state(id, "bob", "delivered");
    assertThat(page.locator(".ladder-state")).hasText("delivered");
    assertThat(page.locator(".rungs .reached")).hasCount(3);
    hub.state(id, "bob", "failed");
    assertThat(page.locator(".ladder-state.bad")).hasText("failed");
    assertThat(page.locator(".rungs .ended")).hasCount(4);
  }

  @Test
  void aReplyGoesToTheSenderAsDeveloper() {
    String id = hub.say("ada", "developer", "how are you?");
    open("#/inbox/developer?m=" + id);
    page.getByLabel("Reply to ada as developer").fill("well, thanks");
    button("Send reply").click();
    assertThat(page.locator(".toast")).hasText("Sent to ada");
    ObjectNode reply = hub.messages().getLast();
    assertThat(reply.get("from").asString()).isEqualTo("developer");
    assertThat(reply.get("path").asString()).isEqualTo("agent/ada");
    assertThat(reply.get("replyTo").asString()).isEqualTo(id);
    assertThat(reply.get("content").asString()).isEqualTo("well, thanks");
    assertThat(page.getByLabel("Reply to ada as developer")).hasValue("");
  }

  @Test
  void composingSendsToSeveralAndOpensWhatWasSent() {
    open("");
    button("Compose").click();
    page.getByLabel("To", exact()).last().fill("ada, bob");
    page.getByLabel("Message", exact()).fill("hello both");
    button("Send as developer").click();
    assertThat(page.locator(".toast")).hasText("Sent to ada, bob");
    assertThat(page.locator(".detail .content")).hasText("hello both");
    assertThat(page.locator(".ladder li")).hasCount(2);
    assertThat(hub.messages().getLast().get("path").asString()).isEqualTo("agent/ada,bob");
  }

  @Test
  void aPayloadThatIsNotJsonIsRefusedBeforeItIsSent() {
    open("#/flow?compose=new&composeTo=ada");
    page.getByText("More", new GetByTextOptions().setExact(true)).click();
    page.getByLabel("Payload (JSON object)").fill("{oops");
    button("Send as developer").click();
    assertThat(page.locator("dialog .bad")).containsText("The payload is not JSON");
    assertThat(hub.messages()).isEmpty();
  }

  @Test
  void whatReachesNobodySaysSo() {
    open("#/flow?compose=new");
    page.getByLabel("To", exact()).last().fill("nobody");
    page.getByLabel("Message", exact()).fill("hello?");
    button("Send as developer").click();
    assertThat(page.locator(".toast")).hasText("It reached nobody: see the dead letters");
  }

  @Test
  void aMessageThatIsNotThereSaysSo() {
    open("#/flow?m=0192f0c0-0000-7000-8000-00000000dead");
    assertThat(page.locator(".detail [role=alert]")).containsText("there is no message");
  }

  private static GetByLabelOptions exact() {
    return new GetByLabelOptions().setExact(true);
  }

  @Test
  void allOfAMessageIsShownAsPlainTextInATabOfItsOwn() {
    hub.agents("ada");
    String id = hub.say("ada", "developer", "<b>bold</b>");
    open("#/flow?m=" + id);
    Page raw = context.waitForPage(() -> button("Raw JSON").click());
    assertThat(raw.locator("body")).containsText("\"content\": \"<b>bold</b>\"");
    assertThat(raw.locator("b")).hasCount(0);
  }
}
