package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A channel as a chat, in front of a real hub. */
class ChatTest extends LiveHubTest {
  private static final String GENERAL = "#/loops/acme%2Fgeneral";

  private String ann;
  private String ben;
  private String general;

  @BeforeEach
  void acme() throws Exception {
    ann = agent("ann");
    ben = agent("ben");
    general = acme(ann, ben);
  }

  private Locator turns() {
    return page.locator(".chat-main .chat-turn");
  }

  private static Locator box(Page at) {
    return at.locator(".chat-main textarea");
  }

  private Locator loopsBadge() {
    return page.locator(".nav a[href='#/loops'] .badge");
  }

  private long read() throws Exception {
    return conversation(ann, general).get("read").asLong();
  }

  /** The hub is told a moment later. */
  private void awaitRead(long seq) throws Exception {
    for (int i = 0; i < 100 && read() != seq; i++) {
      page.waitForTimeout(50);
    }
    assertThat(read()).isEqualTo(seq);
  }

  private String textOf(int seq) throws Exception {
    JsonNode messages =
        call(ben, "GET", "/api/conversations/" + general + "/messages", "").get("messages");
    return messages.get(seq - 1).get("message").path("content").asString();
  }

  @Test
  void whatIsSaidIsCountedUntilItIsShownAndThenItIsRead() throws Exception {
    signIn(ann, "#/flow");
    say(ben, "general", "one");
    say(ben, "general", "two");
    assertThat(loopsBadge()).containsText("2");
    assertThat(read()).as("nobody has seen it").isZero();

    page.navigate(address() + "/" + GENERAL);

    assertThat(page.locator(".new-line")).isVisible();
    assertThat(turns()).hasCount(2);
    assertThat(loopsBadge()).hasCount(0);
    awaitRead(2);
    say(ben, "general", "three");
    assertThat(turns().last()).containsText("three");
    awaitRead(3);
    assertThat(page.locator(".nav a[href='#/inbox'] .badge")).hasCount(0);
  }

  @Test
  void onlyWhatWasScrolledToIsRead() throws Exception {
    for (int i = 1; i <= 90; i++) {
      say(ben, "general", "message " + i + "\nof two lines");
    }
    signIn(ann, GENERAL);
    assertThat(page.locator(".new-line")).isVisible();
    assertThat(page.locator(".to-end button").first()).containsText("new below");
    assertThat(read()).isLessThan(60);

    for (int i = 0; i < 40 && read() < 90; i++) {
      page.evaluate("document.querySelector('.chat-main .chat-log').scrollTop += 300");
      page.waitForTimeout(60);
    }

    awaitRead(90);
    assertThat(loopsBadge()).hasCount(0);
    assertThat(page.locator(".to-end")).hasCount(0);
  }

  @Test
  void whoJumpsToTheEndHasNotReadWhatIsBetween() throws Exception {
    for (int i = 1; i <= 150; i++) {
      say(ben, "general", "message " + i);
    }
    signIn(ann, GENERAL);
    page.locator(".to-end button").first().click();
    assertThat(turns().last()).containsText("message 150");
    page.waitForTimeout(600);
    assertThat(read()).isLessThan(100);

    page.evaluate("document.querySelector('.chat-main .chat-log').scrollTop -= 900");
    button("Mark as read").click();

    awaitRead(150);
  }

  @Test
  void anEarlierPageIsReadWhileTheSameMessageStaysInView() throws Exception {
    for (int i = 1; i <= 250; i++) {
      say(ben, "general", "message " + i);
    }
    call(ann, "POST", "/api/conversations/" + general + "/read", "{'upTo':250}");
    signIn(ann, GENERAL);
    assertThat(turns()).hasCount(100);
    assertThat(turns().last()).isInViewport();

    page.evaluate("document.querySelector('.chat-main .chat-log').scrollTop = 100");

    assertThat(turns()).hasCount(200);
    assertThat(page.locator("[data-seq='154']")).isInViewport();
    page.evaluate("document.querySelector('.chat-main .chat-log').scrollTop = 0");
    assertThat(turns()).hasCount(250);
    assertThat(page.getByText("This is the beginning.")).hasCount(1);
  }

  @Test
  void twoBrowsersOfTheSameOneAgreeOnWhatIsRead() throws Exception {
    Page other = another(ann, "#/flow");
    signIn(ann, "#/flow");
    say(ben, "general", "hello");
    Locator badge = other.locator(".nav a[href='#/loops'] .badge");
    assertThat(badge).containsText("1");

    page.navigate(address() + "/" + GENERAL);

    assertThat(badge).hasCount(0);
  }

  @Test
  void enterSendsAndShiftEnterBeginsALine() throws Exception {
    signIn(ann, GENERAL);
    box(page).click();
    page.keyboard().type("first");
    page.keyboard().press("Shift+Enter");
    page.keyboard().type("second");
    assertThat(turns()).hasCount(0);
    page.keyboard().press("Enter");
    assertThat(turns()).hasCount(1);
    assertThat(box(page)).hasValue("");
    assertThat(box(page)).isFocused();
    assertThat(textOf(1)).isEqualTo("first\nsecond");
    awaitRead(1);
  }

  @Test
  void whatWasBegunSurvivesAReloadAndALostAnswerSaysNothingTwice() throws Exception {
    signIn(ann, GENERAL);
    box(page).click();
    page.keyboard().type("only once");
    page.reload();
    assertThat(box(page)).hasValue("only once");

    page.route(
        "**/api/messages",
        route -> {
          route.fetch();
          route.abort();
        });
    box(page).press("Enter");
    assertThat(page.locator(".chat-box [role=alert]")).containsText("send it again");
    assertThat(box(page)).hasValue("only once");
    page.unroute("**/api/messages");
    box(page).press("Enter");

    assertThat(box(page)).hasValue("");
    assertThat(turns()).hasCount(1);
    assertThat(conversation(ben, general).get("head").asInt()).isEqualTo(1);
  }

  @Test
  void membersAreNamedByKeyboardAndTheNamedOneSeesIt() throws Exception {
    Page bens = another(ben, GENERAL);
    signIn(ann, GENERAL);
    page.getByText("2 members").waitFor();
    box(page).click();
    page.keyboard().type("look @b");
    assertThat(page.locator(".names li")).hasText(new String[] {"ben"});
    page.keyboard().press("Enter");
    assertThat(box(page)).hasValue("look @ben ");
    page.keyboard().type("please");
    page.keyboard().press("Enter");

    assertThat(bens.locator(".chat-turn.for-me .mention-self")).hasText("@ben");
    assertThat(page.locator(".chat-turn.for-me")).hasCount(0);
    JsonNode message =
        call(ben, "GET", "/api/conversations/" + general + "/messages", "").get("messages").get(0);
    assertThat(message.get("message").get("metadata").get("mentions").get(0).asString())
        .isEqualTo("ben");
  }

  @Test
  void whoTypesIsSeenByTheOtherAndForgottenWithTheMessage() {
    Page bens = another(ben, GENERAL);
    signIn(ann, GENERAL);
    box(page).click();
    page.keyboard().type("hm");
    assertThat(bens.locator(".typing")).hasText("ann is typing…");
    assertThat(page.locator(".typing")).hasText("");
    page.keyboard().press("Enter");
    assertThat(bens.locator(".typing")).hasText("");
  }

  @Test
  void aThreadIsOpenedBesideAnsweredAndClosedByKeyboard() throws Exception {
    say(ben, "general", "a question");
    signIn(ann, GENERAL);
    turns().first().hover();
    page.locator(".chat-act").first().click();
    Locator thread = page.locator(".chat-thread");
    assertThat(thread.locator("textarea")).isFocused();
    page.keyboard().type("an answer");
    page.keyboard().press("Enter");
    assertThat(thread.locator(".chat-turn")).hasCount(2);
    assertThat(page.locator(".answers")).hasText("1 reply");
    assertThat(turns().last()).containsText("ben: a question");
    page.keyboard().press("Escape");
    assertThat(thread).hasCount(0);
    page.locator(".answers a").click();
    assertThat(thread.locator(".chat-turn")).hasCount(2);
    page.reload();
    assertThat(thread.locator(".chat-turn")).hasCount(2);
  }

  @Test
  void whatOthersWriteIsTextAndTurnsNothingAround() throws Exception {
    say(ben, "general", "<img src=x onerror=alert(1)> <b>bold</b>");
    say(ben, "general", "invoice_\u202Efdp.exe");
    signIn(ann, GENERAL);
    assertThat(turns().first()).containsText("<img src=x onerror=alert(1)>");
    assertThat(page.locator(".chat-log img, .chat-log b")).hasCount(0);
    assertThat(turns().last()).containsText("invoice_⟨U+202E⟩fdp.exe");
  }

  @Test
  void aConversationOfTwoIsBegunAndSeenByTheOther() {
    Page bens = another(ben, "#/loops");
    signIn(ann, "#/loops/@ben");
    box(page).fill("just us");
    box(page).press("Enter");
    assertThat(turns()).hasCount(1);
    Locator room = bens.locator(".room", new Page.LocatorOptions().setHasText("ann"));
    assertThat(room.locator(".badge")).containsText("1");
    room.click();
    assertThat(bens.locator(".chat-turn")).containsText("just us");
    assertThat(room.locator(".badge")).hasCount(0);
  }

  @Test
  void whoIsTakenOutSeesTheLoopGo() throws Exception {
    signIn(ben, GENERAL);
    assertThat(box(page)).isVisible();
    call(ann, "DELETE", "/api/loops/acme/members/ben", "");
    assertThat(page.getByText("There is no such loop, or you are not in it.")).isVisible();
    assertThat(page.locator(".room")).hasCount(0);
  }

  @Test
  void theHubsOwnerLooksOnAndTakesPartAsAMember() throws Exception {
    say(ben, "general", "hello");
    signIn(owner, GENERAL);
    assertThat(turns()).hasCount(1);
    assertThat(box(page)).hasCount(0);
    page.navigate(address() + "/#/loops/acme");
    button("Become a member").click();
    page.navigate(address() + "/" + GENERAL);
    box(page).fill("now I do");
    box(page).press("Enter");
    assertThat(turns().last()).containsText("now I do");
  }
}
