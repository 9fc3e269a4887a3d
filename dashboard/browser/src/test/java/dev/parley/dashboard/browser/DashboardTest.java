package dev.parley.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import dev.parley.dashboard.browser.fake.FakeHub;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A signed-in person in front of the dashboard of a stand-in hub. A test fails, whatever else it
 * looks at, when a script fails or anything breaks the page's content security policy.
 */
abstract class DashboardTest {
  private static final int PATIENCE_MILLIS = 10_000;

  protected FakeHub hub;
  protected BrowserContext context;
  protected Page page;
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  @BeforeEach
  void openBrowser() {
    var browser = Chromium.browser();
    hub = FakeHub.start();
    context = browser.newContext(options());
    context.setDefaultTimeout(PATIENCE_MILLIS);
    page = context.newPage();
    page.onPageError(complaints::add);
    page.onConsoleMessage(
        message -> {
          String text = message.text();
          boolean isNetwork = text.startsWith("Failed to load resource");
          if (message.type().equals("error") && !isNetwork) {
            complaints.add(text);
          }
        });
  }

  @AfterEach
  void closeBrowser() {
    if (context != null) {
      context.close();
      hub.close();
      assertThat(complaints).as("what the browser complained about").isEmpty();
    }
  }

  protected NewContextOptions options() {
    return new NewContextOptions().setViewportSize(1440, 900);
  }

  /** Opens the page as somebody who has signed in before. */
  protected void open(String fragment) {
    signIn();
    page.navigate(hub.address() + "/" + fragment);
    waitForLive();
  }

  protected void signIn() {
    context.addCookies(
        List.of(new Cookie("parley", "signed-in").setUrl(hub.address()).setHttpOnly(true)));
  }

  protected void waitForLive() {
    page.locator(".connection-live").waitFor();
  }

  protected Locator rows() {
    return page.locator("main .message-row");
  }

  protected Locator button(String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  protected Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name));
  }
}
