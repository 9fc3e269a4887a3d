package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.LocatorOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ViewsTest extends DashboardTest {

  @BeforeEach
  void agents() {
    hub.agents("ada", "bob");
  }

  @Test
  void agentsAreListedWithPresenceAndWhatWaits() {
    hub.say("ada", "bob", "hello");
    hub.presence("ada", false);
    open("#/agents");
    assertThat(page.locator(".agent-row")).hasCount(3);
    assertThat(page.locator(".agent-row").first()).containsText("bob");
    assertThat(page.locator(".agent-row").first()).containsText("online");
    assertThat(page.locator(".agent-row").first().locator(".badge")).containsText("1");
    hub.agents("carla");
    assertThat(page.locator(".agent-row")).hasCount(4);
    page.locator(".agent-row", withText("carla")).click();
    assertThat(page.locator(".subject h2")).hasText("carla");
    page.reload();
    assertThat(page.locator(".subject h2")).hasText("carla");
  }

  @Test
  void anAgentThatIsAddedShowsItsTokenOnce() {
    open("#/agents");
    page.getByLabel("Id of a new agent").fill("dora");
    button("Add").click();
    assertThat(page.locator(".token code")).containsText("token-of-");
    page.reload();
    assertThat(page.locator(".subject h2")).hasText("dora");
    assertThat(page.locator(".token")).hasCount(0);
  }

  @Test
  void yourInboxFillsByItselfAndOpeningReads() {
    open("#/inbox");
    assertThat(page.locator(".empty")).containsText("parley send developer");
    String id = hub.say("ada", "developer", "for you");
    assertThat(rows()).hasCount(1);
    assertThat(page.locator(".nav .badge")).containsText("1");
    assertThat(page.locator(".message-row.unread")).hasCount(1);
    rows().first().click();
    assertThat(page.locator(".message-row.unread")).hasCount(0);
    assertThat(page.locator(".nav .badge")).hasCount(0);
    assertThat(hub.copies(id)).containsEntry("developer", "read");
  }

  @Test
  void lookingIntoAnothersInboxTakesNothing() {
    String id = hub.say("ada", "bob", "for bob");
    open("#/inbox/bob?m=" + id);
    assertThat(page.locator(".detail .content")).hasText("for bob");
    page.getByLabel("Whose inbox").selectOption("ada");
    assertThat(page.locator("main .empty")).containsText("Nothing here yet");
    assertThat(hub.copies(id)).containsEntry("bob", "accepted");
  }

  @Test
  void waitingAndSentAreOneStepAway() {
    String read = hub.say("ada", "developer", "old");
    hub.state(read, "developer", "read");
    hub.say("ada", "developer", "new");
    hub.say("developer", "ada", "mine");
    open("#/inbox");
    assertThat(rows()).hasCount(2);
    link("Waiting").click();
    assertThat(rows()).hasCount(1);
    assertThat(rows()).containsText("new");
    link("Sent").click();
    assertThat(rows()).containsText("mine");
    page.reload();
    assertThat(rows()).containsText("mine");
  }

  @Test
  void whatWasSentShowsHowFarItHasComeWithItsRecipients() {
    String id = hub.say("developer", "ada,bob,nobody", "to three");
    hub.say("developer", "nobody", "to none");
    open("#/inbox?box=sent");
    assertThat(rows()).hasCount(2);
    assertThat(rows().first().locator(".rung")).hasText("nobody");
    assertThat(rows().last().locator(".rung")).hasText("2 of 3 pending, 1 dead");
    hub.state(id, "bob", "read");
    assertThat(rows().last().locator(".rung")).hasText("1 of 3 read, 1 dead");
  }

  @Test
  void whatReachedTheInboxIsNotMarkedAsReachingNobody() {
    hub.say("ada", "developer,nobody", "to you and a ghost");
    open("#/inbox");
    assertThat(rows().first().locator(".rung")).hasText("accepted");
    open("");
    assertThat(rows().first().locator(".tag-dead")).hasText("1 of 2");
    page.reload();
    assertThat(rows().first().locator(".tag-dead")).hasText("1 of 2");
  }

  @Test
  void aThreadIsReadInOrderAndAnsweredBelow() {
    String first = hub.say("ada", "developer", "question");
    open("#/thread/" + first);
    assertThat(page.locator(".thread li")).hasCount(1);
    page.getByLabel("Reply to ada as developer").fill("answer");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".thread li")).hasCount(2);
    assertThat(page.locator(".thread li.mine")).containsText("answer");
    String answer = hub.messages().getLast().get("id").asString();
    hub.send(
        new JsonMapper()
            .createObjectNode()
            .put("from", "ada")
            .put("to", "developer")
            .put("replyTo", answer)
            .put("content", "thanks"));
    assertThat(page.locator(".thread li").last()).containsText("thanks");
  }

  @Test
  void searchMarksWhatFitsAndStandsInTheAddress() {
    hub.say("ada", "bob", "the quick brown fox");
    hub.say("ada", "bob", "the lazy dog");
    open("#/search");
    page.getByLabel("Words to look for").fill("fox");
    assertThat(page.locator(".hit")).hasCount(1);
    assertThat(page.locator(".hit mark")).hasText("fox");
    page.reload();
    assertThat(page.locator(".hit mark")).hasText("fox");
    page.getByLabel("Words to look for").fill("cat");
    assertThat(page.locator(".empty")).hasText("No results.");
  }

  @Test
  void aDeadLetterIsEditedAndSentAgain() {
    hub.say("ada", "bbo", "a typo in the name");
    open("#/dead-letters");
    assertThat(page.locator(".letter")).hasCount(1);
    page.locator(".letter button", withText("Edit, then replay")).click();
    page.reload();
    page.getByLabel("Path").fill("agent/bob");
    button("Send as a new message").click();
    assertThat(page.locator(".toast")).hasText("1 message sent again");
    assertThat(page.locator("main .empty")).containsText("Everything arrived");
    assertThat(hub.messages().getLast().get("path").asString()).isEqualTo("agent/bob");
    assertThat(hub.messages().getLast().get("content").asString()).isEqualTo("a typo in the name");
  }

  @Test
  void deadLettersComeInAndAreReplayedOrThrownAway() {
    open("#/dead-letters");
    assertThat(page.locator("main .empty")).containsText("Everything arrived");
    hub.say("ada", "late", "wait for it");
    hub.say("ada", "never", "lost");
    assertThat(page.locator(".letter")).hasCount(2);
    hub.agents("late");
    button("Replay the message of ada to agent/late").click();
    assertThat(page.locator(".letter")).hasCount(1);
    button("Delete all").click();
    agree();
    assertThat(page.locator("main .empty")).containsText("Everything arrived");
  }

  @Test
  void whatWasUsedIsATableWithATotalAndWhatIsAskedForSurvivesAReload() {
    open("#/usage");
    assertThat(page.locator(".usage-table tbody tr")).hasCount(2);
    assertThat(page.locator(".usage-table tbody tr").first()).containsText("bot <b>one</b>");
    assertThat(page.locator(".usage-table tbody tr").first()).containsText("3,456,789");
    assertThat(page.locator(".usage-table tfoot")).containsText("$12.3457");
    page.getByLabel("Add up by").selectOption("model");
    assertThat(page.locator(".usage-table tbody tr").last()).containsText("model two");
    page.getByLabel("First day").fill("2026-01-15");
    page.getByLabel("First day").dispatchEvent("change");
    page.reload();
    assertThat(page.getByLabel("First day")).hasValue("2026-01-15");
    assertThat(page.locator(".usage-table tbody tr").last()).containsText("model two");
  }

  @Test
  void whoDidWhatIsListedNewestFirstAndCanBeNarrowed() {
    hub.did("owner", "agent.create", "ada", "ok");
    hub.did("127.0.0.1", "login", "", "unauthorized");
    open("#/audit");
    assertThat(page.locator(".entry")).hasCount(2);
    assertThat(page.locator(".entry").first()).containsText("unauthorized");
    page.getByLabel("Who", new GetByLabelOptions().setExact(true)).fill("owner");
    page.keyboard().press("Enter");
    assertThat(page.locator(".entry")).hasCount(1);
    page.reload();
    assertThat(page.locator(".entry")).hasCount(1);
    assertThat(page.locator(".entry")).containsText("agent.create");
    hub.did("owner", "agent.delete", "ada", "ok");
    button("Refresh").click();
    assertThat(page.locator(".entry").first()).containsText("agent.delete");
  }

  @Test
  void aLongAuditLogComesInPages() {
    for (int i = 0; i < 150; i++) {
      hub.did("owner", "agent.update", "agent-" + i, "ok");
    }
    open("#/audit");
    assertThat(page.locator(".entry")).hasCount(100);
    button("Show more").click();
    assertThat(page.locator(".entry")).hasCount(150);
    assertThat(page.locator(".entry").last()).containsText("agent-0");
  }

  @Test
  void settingsTakeEffectAtOnceAndLast() {
    open("#/settings");
    page.getByLabel("Dark", new GetByLabelOptions().setExact(true)).check();
    page.getByLabel("Compact").check();
    page.reload();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    assertThat(page.locator("html")).hasAttribute("data-density", "compact");
    assertThat(page.getByLabel("Compact")).isChecked();
  }

  private static LocatorOptions withText(String text) {
    return new LocatorOptions().setHasText(text);
  }
}
