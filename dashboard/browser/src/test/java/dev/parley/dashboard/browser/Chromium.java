package dev.parley.dashboard.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine's own Chromium; where there is none the tests are skipped. Playwright is one
 * thread's, so each of the few that run test classes starts a browser for all of its tests.
 */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private static final ThreadLocal<Browser> BROWSER = ThreadLocal.withInitial(Chromium::start);

  private Chromium() {}

  static Browser browser() {
    assumeTrue(
        program().isPresent(),
        "no Chromium on PATH: install the package chromium to run this test");
    return BROWSER.get();
  }

  private static Browser start() {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    return playwright
        .chromium()
        .launch(
            new LaunchOptions()
                .setExecutablePath(program().orElseThrow())
                .setArgs(
                    List.of(
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--no-first-run",
                        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1")));
  }

  private static Optional<Path> program() {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
