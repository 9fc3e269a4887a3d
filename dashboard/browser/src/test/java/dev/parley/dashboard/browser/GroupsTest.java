package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.LocatorOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupsTest extends DashboardTest {

  @BeforeEach
  void groups() {
    hub.agents("ada", "bob", "carla");
    hub.presence("bob", false);
    hub.group("reviewers", "ada", "bob");
    hub.group("empty");
  }

  private Locator row(String name) {
    return page.locator(".agent-row", new LocatorOptions().setHasText(name));
  }

  private Locator member(String name) {
    return page.locator(".member", new LocatorOptions().setHasText(name));
  }

  @Test
  void groupsAreListedWithTheirMembersAndWhoIsThere() {
    open("#/groups");
    assertThat(page.locator(".agent-row")).hasCount(2);
    assertThat(row("reviewers")).containsText("2 members, 1 online");
    assertThat(row("empty")).containsText("0 members");
    row("reviewers").click();
    assertThat(page.locator(".subject h2")).hasText("reviewers");
    assertThat(member("ada")).containsText("online");
    assertThat(member("bob")).containsText("offline");
    page.reload();
    assertThat(page.locator(".subject h2")).hasText("reviewers");
    member("ada").locator("a").click();
    assertThat(page.locator("h1")).hasText("Agents");
    assertThat(page.locator(".subject h2")).hasText("ada");
  }

  @Test
  void whatChangesElsewhereIsSeenAtOnce() {
    open("#/groups/reviewers");
    assertThat(page.locator(".member")).hasCount(2);
    hub.presence("bob", true);
    assertThat(row("reviewers")).containsText("2 online");
    hub.group("reviewers", "ada", "bob", "carla");
    assertThat(page.locator(".member")).hasCount(3);
    hub.group("later", "ada");
    assertThat(page.locator(".agent-row")).hasCount(3);
    hub.removeGroup("reviewers");
    assertThat(page.locator(".subject-pane")).containsText("There is no group of this name here");
  }

  @Test
  void aGroupIsMadeAndFilled() {
    open("#/groups");
    page.getByLabel("Name of a new group").fill("writers");
    button("Create").click();
    assertThat(page.locator(".subject h2")).hasText("writers");
    assertThat(button("Write to all")).isDisabled();
    page.getByLabel("Agent to add").fill("carla, ada");
    button("Add").click();
    assertThat(page.locator(".member")).hasCount(2);
    assertThat(hub.members("writers")).containsExactly("carla", "ada");
    assertThat(page.getByLabel("Agent to add")).hasValue("");
    button("Remove carla from writers").click();
    assertThat(page.locator(".member")).hasCount(1);
    assertThat(hub.members("writers")).containsExactly("ada");
  }

  @Test
  void whatTheHubRefusesIsSaidAndChangesNothing() {
    open("#/groups/reviewers");
    page.getByLabel("Agent to add").fill("nobody");
    button("Add").click();
    assertThat(page.locator(".toast")).containsText("there is no agent 'nobody'");
    assertThat(page.locator(".member")).hasCount(2);
    assertThat(page.getByLabel("Agent to add")).hasValue("nobody");
    page.getByLabel("Another name").fill("empty");
    button("Rename").click();
    assertThat(page.locator(".toast").last()).containsText("there is a group 'empty' already");
    assertThat(page.locator(".subject h2")).hasText("reviewers");
  }

  @Test
  void aGroupIsRenamedAndTheAddressFollows() {
    open("#/groups/reviewers");
    page.getByLabel("Another name").fill("editors");
    button("Rename").click();
    assertThat(page.locator(".subject h2")).hasText("editors");
    assertThat(page.url()).endsWith("#/groups/editors");
    assertThat(page.locator(".member")).hasCount(2);
    assertThat(hub.groups()).containsExactlyInAnyOrder("editors", "empty");
  }

  @Test
  void aGroupIsDeletedOnlyAfterAQuestion() {
    open("#/groups/reviewers");
    button("Delete").click();
    assertThat(page.locator(".ask[open]")).containsText("reviewers");
    page.keyboard().press("Enter");
    assertThat(page.locator(".ask[open]")).hasCount(0);
    assertThat(hub.groups()).contains("reviewers");
    button("Delete").click();
    page.keyboard().press("Escape");
    assertThat(page.locator(".ask[open]")).hasCount(0);
    assertThat(hub.groups()).contains("reviewers");
    button("Delete").click();
    agree();
    assertThat(page.locator(".toast")).hasText("reviewers is deleted");
    assertThat(hub.groups()).containsExactly("empty");
    assertThat(page.url()).endsWith("#/groups");
  }

  @Test
  void aMessageIsSentToAllMembers() {
    open("#/groups/reviewers");
    button("Write to all").click();
    assertThat(page.locator("#compose-to")).hasValue("group/reviewers");
    page.keyboard().type("please have a look");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".toast")).hasText("Sent to ada, bob");
    link("What was said").click();
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("please have a look");
  }

  @Test
  void theListIsFilteredAndWalkedByKeyboard() {
    hub.group("alpha", "ada");
    open("#/groups");
    assertThat(page.locator(".agent-row")).hasCount(3);
    page.keyboard().press("j");
    assertThat(page.locator(".subject h2")).hasText("alpha");
    page.keyboard().press("j");
    assertThat(page.locator(".subject h2")).hasText("empty");
    page.keyboard().press("k");
    assertThat(page.locator(".subject h2")).hasText("alpha");
    page.getByPlaceholder("find a group").fill("rev");
    assertThat(page.locator(".agent-row")).hasCount(1);
    assertThat(page.url()).contains("q=rev");
  }
}
