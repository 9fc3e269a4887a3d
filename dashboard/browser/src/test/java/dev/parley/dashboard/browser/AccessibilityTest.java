package dev.parley.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** axe-core finds nothing serious in any view, in light and dark, wide and narrow. */
class AccessibilityTest extends DashboardTest {
  private static final String AXE = axe();

  private static String axe() {
    String about = read("META-INF/maven/org.webjars.npm/axe-core/pom.properties");
    String version = about.replaceAll("(?s).*version=(\\S+).*", "$1");
    return read("META-INF/resources/webjars/axe-core/" + version + "/axe.min.js");
  }

  private static String read(String resource) {
    try (InputStream in = AccessibilityTest.class.getClassLoader().getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LIGHT, 1440",
    "DARK, 1440",
    "LIGHT, 390",
    "DARK, 390",
  })
  void everyViewIsUsableByEverybody(ColorScheme scheme, int width) {
    Scene scene = new Scene(hub).play();
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
    page.setViewportSize(width, 844);
    signIn();
    for (String fragment :
        List.of(
            "#/flow",
            "#/flow?m=" + scene.question(),
            "#/agents",
            "#/agents/researcher",
            "#/groups",
            "#/groups/editors",
            "#/inbox/developer",
            "#/thread/" + scene.question(),
            "#/search?q=paper",
            "#/dead-letters",
            "#/dead-letters/" + scene.deadLetter(),
            "#/access",
            "#/audit",
            "#/settings",
            "#/flow?compose=new")) {
      page.navigate("about:blank");
      page.navigate(hub.address() + "/" + fragment);
      waitForLive();
      page.locator(ready(fragment)).first().waitFor();
      assertThat(findings()).as("%s, %s, %d wide", fragment, scheme, width).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"LIGHT, 1440", "DARK, 390"})
  void bothWaysInAreUsableByEverybody(ColorScheme scheme, int width) {
    page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
    page.setViewportSize(width, 844);
    page.navigate(hub.address() + "/");
    page.getByLabel("Token").waitFor();
    assertThat(findings()).as("token, %s, %d wide", scheme, width).isEmpty();
    button("Use email and password").click();
    page.getByLabel("Password").waitFor();
    assertThat(findings()).as("account, %s, %d wide", scheme, width).isEmpty();
  }

  private static String ready(String fragment) {
    if (fragment.contains("compose")) {
      return "dialog[open]";
    }
    if (fragment.contains("?m=")) {
      return ".ladder";
    }
    return "main :is(.message-row, .agent-row, .subject, .turn, .hit, .letter, .entry,"
        + " fieldset):visible";
  }

  @SuppressWarnings("unchecked")
  private List<String> findings() {
    page.evaluate(AXE + "; undefined");
    return (List<String>)
        page.evaluate(
            """
            async () => {
              const { violations } = await axe.run(document.querySelector('dialog[open]') ?? document, { resultTypes: ['violations'] });
              return violations
                .filter(({ impact }) => impact === 'serious' || impact === 'critical')
                .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | ')}`);
            }
            """);
  }
}
