package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.dashboard.browser.fake.FakeDesk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What agents have asked each other to do, as it is given, moves and ends. */
class TasksPageTest extends DashboardTest {
  private FakeDesk desk;

  @BeforeEach
  void agents() {
    hub.agents("boss", "ada", "bob");
    desk = hub.desk();
  }

  private Locator history() {
    return page.locator(".timeline li");
  }

  @Test
  void aTaskComesMovesAndEndsBeforeOnesEyes() {
    open("#/tasks");
    assertThat(page.locator(".list-pane .empty")).containsText("No tasks yet");
    String id = desk.task("boss", "ada", "Count the beans");
    assertThat(rows()).hasCount(1);
    assertThat(rows().first()).containsText("Count the beans");
    assertThat(rows().first()).containsText("Submitted");

    rows().first().click();
    assertThat(page.locator("parley-task h2")).hasText("Count the beans");
    assertThat(history()).hasCount(1);
    desk.moved(id, "ada", "working", "on it");
    assertThat(rows().first()).containsText("Working");
    assertThat(history()).hasCount(2);
    assertThat(history().last()).containsText("on it");
    desk.moved(id, "ada", "completed", "there are 42");
    assertThat(page.locator(".facts .state")).hasText("Completed");
    assertThat(button("Cancel the task")).hasCount(0);
  }

  @Test
  void theNewestIsFirstAndFiltersSurviveAReload() {
    String first = desk.task("boss", "ada", "one");
    desk.task("boss", "bob", "two");
    desk.task("bob", "boss", "three");
    desk.moved(first, "ada", "failed", "no beans");
    open("#/tasks");
    assertThat(rows()).hasCount(3);
    assertThat(rows().first()).containsText("three");
    page.getByLabel("State").selectOption("open");
    assertThat(rows()).hasCount(2);
    page.getByLabel("Agent", new GetByLabelOptions().setExact(true)).first().fill("ada");
    page.keyboard().press("Enter");
    assertThat(page.locator(".list-pane .empty")).containsText("None of these fits");
    page.reload();
    assertThat(page.locator(".list-pane .empty")).containsText("None of these fits");
    page.getByLabel("State").selectOption("failed");
    assertThat(rows()).hasCount(1);
    desk.task("boss", "ada", "is open and not shown");
    desk.task("boss", "ada", "nor is this");
    assertThat(rows()).hasCount(1);
  }

  @Test
  void aTaskIsCancelledWithAReasonAfterAQuestion() {
    String id = desk.task("boss", "ada", "Count the beans");
    open("#/tasks/" + id);
    button("Cancel the task").click();
    assertThat(page.getByRole(AriaRole.ALERTDIALOG)).containsText("Cancel this task?");
    page.keyboard().press("Escape");
    assertThat(desk.task(id).get("state").asString()).isEqualTo("submitted");

    button("Cancel the task").click();
    page.getByLabel("Why (optional)").fill("no beans left");
    assertThat(Axe.findings(page)).isEmpty();
    page.keyboard().press("Enter");
    assertThat(page.locator(".toast")).hasText("The task is canceled");
    assertThat(page.locator(".facts .state")).hasText("Canceled");
    assertThat(desk.task(id).get("note").asString()).isEqualTo("no beans left");
  }

  @Test
  void oneIsGivenFromThePage() {
    open("#/tasks");
    button("New task").click();
    page.locator("#compose-to").fill("ada");
    page.locator("#compose-content").fill("Count the beans");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator(".toast")).hasText("Sent to ada");
    assertThat(hub.messages().getLast().get("type").asString()).isEqualTo("task");
  }

  @Test
  void theListIsWalkedWithTheKeyboardAndKeepsItsFilter() {
    desk.task("boss", "ada", "one");
    desk.task("boss", "ada", "two");
    open("#/flow");
    page.keyboard().press("g");
    page.keyboard().press("t");
    assertThat(rows()).hasCount(2);
    page.getByLabel("State").selectOption("open");
    page.getByLabel("State").blur();
    // The list is read anew: keys walk only through what is there.
    assertThat(page.locator("a.task-row[href*='state=open']")).hasCount(2);
    page.keyboard().press("j");
    assertThat(page.locator("parley-task h2")).hasText("two");
    page.keyboard().press("j");
    assertThat(page.locator("parley-task h2")).hasText("one");
    assertThat(page.url()).endsWith("?state=open");
  }

  @Test
  void artifactsAreShownAsText() {
    String id = desk.task("boss", "ada", "Count");
    desk.task(id).putArray("artifacts").addObject().put("type", "text").put("text", "<b>42</b>");
    open("#/tasks/" + id);
    assertThat(page.locator(".artifacts pre")).hasText("<b>42</b>");
  }

  @Test
  void anAgentsPageHasItsOwn() {
    desk.task("boss", "ada", "for ada");
    desk.task("boss", "bob", "for bob");
    open("#/agents/ada");
    // Not the one beside it, which leads to everybody's and is there before the agent is.
    page.locator(".agent-page .tabs").getByText("Tasks").click();
    assertThat(page.locator("parley-task-list .task-row")).hasCount(1);
    desk.task("ada", "bob", "from ada");
    assertThat(page.locator("parley-task-list .task-row")).hasCount(2);
    page.locator("parley-task-list .task-row").first().click();
    assertThat(page.locator("parley-task h2")).hasText("from ada");
  }

  @Test
  void moreThanAPageIsReadWhenItIsScrolledTo() {
    for (int i = 0; i < 230; i++) {
      desk.task("boss", "ada", "task " + i);
    }
    open("#/tasks");
    assertThat(rows().first()).containsText("task 229");
    page.evaluate(
        """
        async () => {
          const list = document.querySelector('main parley-virtual-list');
          for (let i = 0; i < 100 && list.items.length < 230; i++) {
            list.scrollTop = list.scrollHeight;
            await new Promise((done) => setTimeout(done, 50));
          }
          list.scrollTop = list.scrollHeight;
        }
        """);
    assertThat(rows().last()).containsText("task 0");
  }

  @Test
  void whatTheHubCannotTellIsSaidAndAskedForAgain() {
    hub.failing("/api/tasks", "the disk is full");
    open("#/tasks");
    assertThat(page.locator(".list-pane [role=alert]")).containsText("the disk is full");
    hub.failing("/api/tasks", "the disk is still full");
    button("Try again").click();
    assertThat(page.locator(".list-pane [role=alert]")).containsText("the disk is still full");
    hub.failing("/api/tasks", null);
    // The page may ask by itself before a click, when its stream of events has just begun.
    page.evaluate(
        "() => [...document.querySelectorAll('.list-pane button')]"
            + ".find((each) => each.textContent === 'Try again')?.click()");
    assertThat(page.locator(".list-pane .empty")).containsText("No tasks yet");
    page.navigate(hub.address() + "/#/tasks/nothing");
    assertThat(page.locator(".subject-pane [role=alert]")).containsText("there is no task");
  }
}
