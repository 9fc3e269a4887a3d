package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loops are made, joined, managed and left in the page, whatever they are called. */
class LoopsPageTest extends LiveHubTest {

  private Locator member(String agent) {
    return page.locator(
        "[aria-label=Members] .member", new Page.LocatorOptions().setHasText(agent));
  }

  @Test
  void aLoopIsMadeAndSomebodyJoinsWithItsCode() throws Exception {
    String ann = agent("ann");
    Page bens = another(agent("ben"), "#/loops");
    signIn(ann, "#/loops");
    page.getByLabel("Name of a new loop").fill("Acme");
    page.keyboard().press("Enter");
    button("Create a code").click();
    String code = page.locator("[aria-label=Invitations] code").textContent();

    bens.getByLabel("Invitation code").fill(code);
    bens.keyboard().press("Enter");

    assertThat(bens.locator(".chat-top h2")).containsText("general");
    assertThat(member("ben")).isVisible();
    button("Delete the code " + code).click();
    agree();
    assertThat(page.getByText("Nobody is invited.")).isVisible();
    bens.navigate(address() + "/#/loops/acme");
    assertThat(bens.getByText("Create a code")).hasCount(0);
    bens.getByText("Leave").click();
    agree(bens);
    assertThat(member("ben")).hasCount(0);
    assertThat(bens.getByText("No loops yet")).isVisible();
  }

  @Test
  void channelsComeAndGoForEverybodyAtOnce() throws Exception {
    String ann = agent("ann");
    String ben = agent("ben");
    acme(ann, ben);
    Page bens = another(ben, "#/loops");
    signIn(ann, "#/loops/acme");
    page.getByLabel("Name of a new channel").fill("Plans");
    page.keyboard().press("Enter");
    assertThat(bens.locator(".room", new Page.LocatorOptions().setHasText("plans"))).isVisible();
    page.getByLabel("Name of a new channel").fill("secret");
    page.getByLabel("private").check();
    page.locator("[aria-label='Make a channel'] button").click();
    assertThat(page.locator(".room", new Page.LocatorOptions().setHasText("secret"))).isVisible();
    button("Delete the channel plans").click();
    agree();
    assertThat(bens.locator(".room")).hasCount(1);
  }

  @Test
  void rolesAreGivenAndMembersTakenOut() throws Exception {
    String ann = agent("ann");
    acme(ann, agent("ben"), agent("eve"));
    signIn(ann, "#/loops/acme");
    page.getByLabel("Role of ben").selectOption("admin");
    assertThat(page.locator(".toast")).hasText("ben is admin now");
    button("Remove eve from the loop").click();
    agree();
    assertThat(member("eve")).hasCount(0);
    page.getByLabel("Role of ann").selectOption("member");
    assertThat(page.locator(".toast").last()).containsText("last owner");
    assertThat(page.getByLabel("Role of ann")).hasValue("owner");
    page.reload();
    assertThat(page.getByLabel("Role of ben")).hasValue("admin");
  }

  @Test
  void roomsAreWalkedWithTheArrowKeys() throws Exception {
    String ann = agent("ann");
    acme(ann);
    call(ann, "POST", "/api/loops/acme/channels", "{'name':'plans'}");
    signIn(ann, "#/loops");
    page.locator(".room").first().focus();
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    assertThat(page.locator(".chat-top h2")).containsText("plans");
  }

  @ParameterizedTest
  @CsvSource({"LIGHT, 1440, 0", "DARK, 1440, 12", "LIGHT, 390, 12", "DARK, 390, 200"})
  void everythingIsUsableByEverybodyWhateverItIsCalled(ColorScheme scheme, int width, int entries)
      throws Exception {
    String ann = agent("ann");
    String ben = agent("b" + "e".repeat(100) + "n");
    if (entries > 0) {
      acme(ann, ben);
      for (int i = 0; i < entries; i++) {
        say(ben, "general", i + " <b>\u202E @ann 🎉 " + "long".repeat(i % 40));
        if (i < 20) {
          call(ann, "POST", "/api/loops/acme/channels", "{'name':'channel-%d'}".formatted(i));
        }
      }
      call(ann, "POST", "/api/loops", "{'name':'%s \u202E <i>'}".formatted("name ".repeat(30)));
    }
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
    page.setViewportSize(width, 844);
    signIn(ann, "#/loops");
    for (String fragment : new String[] {"#/loops", "#/loops/acme", "#/loops/acme%2Fgeneral"}) {
      page.navigate(address() + "/" + fragment);
      page.locator("main :is(.empty, .loop-page, .room, .chat-turn):visible").first().waitFor();
      page.waitForTimeout(200);
      assertThat(Axe.findings(page)).as("%s %s %d", fragment, scheme, width).isEmpty();
      assertThat(page.evaluate("() => document.documentElement.scrollWidth")).isEqualTo(width);
    }
  }
}
