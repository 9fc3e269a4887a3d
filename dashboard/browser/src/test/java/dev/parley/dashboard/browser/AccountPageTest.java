package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The account of whoever has signed in, and all accounts for the hub's owner. */
class AccountPageTest extends LiveHubTest {
  private static final String EMAIL = "ann@example.org";
  private static final String PASSWORD = "correct horse battery";

  @BeforeEach
  void ann() throws Exception {
    call(
        owner,
        "POST",
        "/api/v1/owners/register",
        "{'email':'%s','password':'%s'}".formatted(EMAIL, PASSWORD));
  }

  private void logIn(String password) {
    page.navigate(address() + "/#/account");
    button("Use email and password").click();
    page.getByLabel("Email").fill(EMAIL);
    page.getByLabel("Password").fill(password);
    button("Sign in").click();
  }

  @Test
  void aNewPasswordIsTakenAndOneStaysSignedInHereAlone() {
    logIn(PASSWORD);
    page.getByLabel("Present password").fill("wrong horse battery");
    page.getByLabel("New password", exact()).fill("another horse battery");
    page.getByLabel("New password again").fill("another horse battery");
    button("Change the password").click();
    assertThat(page.locator(".account [role=alert]")).hasText("The present password is wrong.");

    page.getByLabel("Present password").fill(PASSWORD);
    page.getByLabel("New password", exact()).fill("another horse battery");
    page.getByLabel("New password again").fill("another horse battery");
    button("Change the password").click();

    assertThat(page.locator(".toast").last()).containsText("You have another password now");
    waitForLive();
    button("Sign out here").click();
    logIn(PASSWORD);
    assertThat(page.locator(".login .bad")).hasText("Email or password is wrong.");
    page.getByLabel("Password").fill("another horse battery");
    button("Sign in").click();
    waitForLive();
  }

  private static com.microsoft.playwright.Page.GetByLabelOptions exact() {
    return new com.microsoft.playwright.Page.GetByLabelOptions().setExact(true);
  }

  @Test
  void anAgentIsMadeItsTokenShownOnceAndItIsDeleted() throws Exception {
    logIn(PASSWORD);
    page.getByLabel("Id of a new agent").fill("ann-bot");
    page.keyboard().press("Enter");
    String token = page.locator(".token code").textContent();
    assertThat(call(token, "GET", "/api/me", "").toString()).contains("ann-bot");

    page.reload();
    assertThat(link("ann-bot")).isVisible();
    assertThat(page.locator(".token")).hasCount(0);
    button("Delete ann-bot").click();
    agree();
    assertThat(link("ann-bot")).hasCount(0);
  }

  @Test
  void loggingOutEverywhereEndsTheOtherBrowserToo() {
    logIn(PASSWORD);
    waitForLive();
    var other = context.browser().newContext(options());
    try {
      var elsewhere = other.newPage();
      elsewhere.navigate(address() + "/");
      elsewhere.getByText("Use email and password").click();
      elsewhere.getByLabel("Email").fill(EMAIL);
      elsewhere.getByLabel("Password").fill(PASSWORD);
      elsewhere.locator("form button.primary").click();
      elsewhere.locator(".connection-live").waitFor();

      button("Log out everywhere").click();
      agree();

      assertThat(page.locator(".login")).isVisible();
      assertThat(elsewhere.locator(".login")).isVisible();
    } finally {
      other.close();
    }
  }

  @Test
  void theHubsOwnerInvitesAndRemoves() throws Exception {
    signIn(owner, "#/account");
    assertThat(page.locator("[aria-label=Accounts] .member")).containsText(EMAIL);
    button("Invite somebody").click();
    String code = page.locator(".token code").last().textContent();
    call(
        "",
        "POST",
        "/api/v1/owners/register",
        "{'email':'ben@example.org','password':'%s','invitation':'%s'}".formatted(PASSWORD, code));
    page.reload();
    assertThat(page.locator(".token")).hasCount(0);
    button("Remove ben@example.org").click();
    agree();
    assertThat(page.locator("[aria-label=Accounts] .member")).hasCount(1);
  }

  @Test
  void anAgentIsToldThatItHasNoAccount() throws Exception {
    signIn(agent("ada"), "#/account");
    assertThat(page.getByText("which has no account of its own")).isVisible();
    assertThat(button("Change the password")).hasCount(0);
  }

  @ParameterizedTest
  @CsvSource({"LIGHT, 1440", "DARK, 390"})
  void theAccountIsUsableByEverybody(ColorScheme scheme, int width) {
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
    page.setViewportSize(width, 844);
    logIn(PASSWORD);
    page.locator(".password-form").waitFor();
    assertThat(Axe.findings(page)).isEmpty();
    assertThat(page.evaluate("() => document.documentElement.scrollWidth")).isEqualTo(width);
  }
}
