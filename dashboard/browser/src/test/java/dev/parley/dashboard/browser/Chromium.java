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

/** The machine's own Chromium, started once for all tests; where there is none they are skipped. */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private static Browser browser;

  private Chromium() {}

  static synchronized Browser browser() {
    Optional<Path> program = program();
    assumeTrue(
        program.isPresent(), "no Chromium on PATH: install the package chromium to run this test");
    if (browser == null) {
      Playwright playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
      browser =
          playwright
              .chromium()
              .launch(
                  new LaunchOptions()
                      .setExecutablePath(program.get())
                      .setArgs(
                          List.of(
                              "--no-sandbox",
                              "--disable-gpu",
                              "--disable-background-networking",
                              "--disable-component-update",
                              "--disable-sync",
                              "--no-first-run",
                              "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 ,"
                                  + " EXCLUDE *.localhost")));
      Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    }
    return browser;
  }

  private static Optional<Path> program() {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
