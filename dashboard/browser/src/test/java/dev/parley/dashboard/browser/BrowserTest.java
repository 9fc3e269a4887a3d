package dev.parley.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A browser in front of the dashboard. A test fails, whatever else it looks at, when a script fails
 * or anything breaks the page's content security policy.
 */
abstract class BrowserTest {
  private static final int PATIENCE_MILLIS = 10_000;

  protected BrowserContext context;
  protected Page page;
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  @BeforeEach
  void openBrowser() {
    openContext(options());
  }

  /** Somebody else's browser, or the same in another shape. */
  protected void openContext(NewContextOptions options) {
    if (context != null) {
      context.close();
    }
    context = Chromium.browser().newContext(options);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    page = context.newPage();
    page.onPageError(complaints::add);
    page.onConsoleMessage(
        message -> {
          // A request that the hub refuses is told to the console too; tests refuse on purpose.
          boolean isAnswer = message.text().startsWith("Failed to load resource");
          if (message.type().equals("error") && !isAnswer) {
            complaints.add(message.text());
          }
        });
  }

  @AfterEach
  void closeBrowser() {
    if (context != null) {
      context.close();
    }
    if (!mayComplain()) {
      assertThat(complaints).as("what the browser complained about").isEmpty();
    }
  }

  /** Whether the page does on purpose what a browser complains about. */
  protected boolean mayComplain() {
    return false;
  }

  protected NewContextOptions options() {
    return new NewContextOptions().setViewportSize(1440, 900);
  }

  protected void waitForLive() {
    page.locator(".connection-live").waitFor();
  }

  /** Agrees to what the page asks before it does it. */
  protected void agree() {
    agree(page);
  }

  protected static void agree(Page at) {
    at.locator(".ask[open] button.danger").click();
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
