package dev.parley.dashboard.browser;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What axe-core finds on a page. */
final class Axe {
  private static final String AXE = axe();

  private static String axe() {
    String about = read("META-INF/maven/org.webjars.npm/axe-core/pom.properties");
    String version = about.replaceAll("(?s).*version=(\\S+).*", "$1");
    return read("META-INF/resources/webjars/axe-core/" + version + "/axe.min.js");
  }

  private static String read(String resource) {
    try (InputStream in = Axe.class.getClassLoader().getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Axe() {}

  @SuppressWarnings("unchecked")
  static List<String> findings(Page page) {
    // A page that goes from view to view keeps it.
    if (!(boolean) page.evaluate("() => 'axe' in window")) {
      page.evaluate(AXE + "; undefined");
    }
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
