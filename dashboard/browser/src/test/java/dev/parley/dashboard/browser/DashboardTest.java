package dev.parley.dashboard.browser;

import com.microsoft.playwright.options.Cookie;
import dev.parley.dashboard.browser.fake.FakeHub;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A signed-in person in front of the dashboard of a stand-in hub. */
abstract class DashboardTest extends BrowserTest {
  protected FakeHub hub;

  @BeforeEach
  void startHub() {
    hub = FakeHub.start();
  }

  @AfterEach
  void stopHub() {
    hub.close();
  }

  /** Opens the page as somebody who has signed in before. */
  protected void open(String fragment) {
    signIn();
    page.navigate(hub.address() + "/" + fragment);
    waitForLive();
  }

  /** Goes to another view of the page that is open, as by a link, and waits for what is read. */
  protected void follow(String fragment) {
    page.evaluate(
        """
        async (to) => {
          location.hash = to;
          for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        }
        """,
        fragment);
    page.waitForFunction(
        "() => !/(Reading|Looking|Loading)…/.test(document.querySelector('main').textContent)");
  }

  protected void signIn() {
    addCookie();
    // Once: who has signed out has no key any more.
    context.addInitScript(
        """
        if (location.protocol === 'http:' && self.origin !== 'null' && !sessionStorage.getItem('was-here')) {
          sessionStorage.setItem('was-here', 'yes');
          sessionStorage.setItem('parley-key', '%s');
        }
        """
            .formatted(FakeHub.KEY));
  }

  /** Half of a login. */
  protected void addCookie() {
    context.addCookies(
        List.of(new Cookie("parley", "signed-in").setUrl(hub.address()).setHttpOnly(true)));
  }
}
