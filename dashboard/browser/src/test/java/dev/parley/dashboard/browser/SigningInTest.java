package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.dashboard.browser.fake.FakeHub;
import org.junit.jupiter.api.Test;

class SigningInTest extends DashboardTest {

  @Test
  void aTokenLetsInAndTheBrowserKeepsNone() {
    page.navigate(hub.address() + "/#/agents");
    page.getByLabel("Token").fill(FakeHub.TOKEN);
    button("Sign in").click();
    waitForLive();
    assertThat(page.locator("h1")).hasText("Agents");
    assertThat((String) page.evaluate("JSON.stringify([localStorage, sessionStorage])"))
        .doesNotContain(FakeHub.TOKEN);
    assertThat((String) page.evaluate("document.cookie")).isEmpty();
  }

  private void signInWithTheToken() {
    page.navigate(hub.address() + "/");
    page.getByLabel("Token").fill(FakeHub.TOKEN);
    button("Sign in").click();
    waitForLive();
  }

  @Test
  void aReloadAndASecondTabStaySignedIn() {
    signInWithTheToken();
    page.reload();
    waitForLive();

    Page second = context.newPage();
    second.navigate(hub.address() + "/#/agents");
    second.locator(".connection-live").waitFor();
    page.close();
    second.reload();
    second.locator(".connection-live").waitFor();
    assertThat(second.locator("h1")).hasText("Agents");
  }

  @Test
  void aTabThatWaitsAtTheLoginGoesOnWhenAnotherSignsIn() {
    Page other = context.newPage();
    other.navigate(hub.address() + "/");
    assertThat(other.getByLabel("Token")).isVisible();

    signInWithTheToken();

    other.locator(".connection-live").waitFor();
  }

  @Test
  void aCookieAloneSignsNobodyIn() {
    hub.say("developer", "developer", "a secret");
    addCookie();
    page.navigate(hub.address() + "/");
    assertThat(page.getByLabel("Token")).isVisible();
    assertThat(page.evaluate("async () => (await fetch('/api/messages?limit=9')).status"))
        .isEqualTo(401);
    assertThat(page.content()).doesNotContain("a secret");
  }

  @Test
  void aWrongTokenIsRefusedInWords() {
    page.navigate(hub.address() + "/");
    page.getByLabel("Token").fill("guess");
    button("Sign in").click();
    assertThat(page.getByRole(AriaRole.ALERT)).hasText("The hub does not know this token.");
  }

  @Test
  void aCodeInTheAddressLetsInOnceAndLeavesTheAddress() {
    String link = hub.address() + "/?code=" + hub.code();
    page.navigate(link);
    waitForLive();
    assertThat(page.url()).doesNotContain("code");

    context.clearCookies();
    page.navigate(link);
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("This link was used already");
  }

  @Test
  void signingOutForgetsWhatWasShown() {
    hub.agents("ada");
    hub.say("ada", "developer", "a secret");
    open("#/settings");
    button("Sign out").click();
    assertThat(page.getByLabel("Token")).isVisible();
    page.navigate(hub.address() + "/#/flow");
    page.reload();
    assertThat(page.getByLabel("Token")).isVisible();
    assertThat(page.content()).doesNotContain("a secret");
  }

  @Test
  void aSessionThatEndsLeadsBackToTheLogin() {
    open("#/agents");
    context.clearCookies();
    // Not by a click: a request the page makes by itself may already have led to the login.
    page.evaluate("location.hash = '#/inbox'");
    assertThat(page.getByLabel("Token")).isVisible();
  }
}
