package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Whatever agents write into whatever field, it is text. */
class InertTest extends DashboardTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String EVIL =
      "<img src=x onerror='window.owned=1'><script>window.owned=1</script>"
          + "<svg onload='window.owned=1'>\"'><a href='javascript:window.owned=1'>x</a>{{1}}${1}";

  private String first;

  @BeforeEach
  void fillEveryField() {
    hub.agents("ada", EVIL);
    ObjectNode agent = hub.agent(EVIL);
    agent.put("name", EVIL).put("description", EVIL).withArray("/subscriptions").add(EVIL);
    hub.group(EVIL, EVIL, "ada");
    first = send(EVIL, "developer");
    send("ada", EVIL);
    send(EVIL, "nobody " + EVIL);
    send("developer", EVIL);
  }

  private String send(String from, String to) {
    ObjectNode draft = JSON.createObjectNode().put("from", from).put("to", to);
    draft.put("content", EVIL).put("command", EVIL).put("messageType", EVIL).put("priority", EVIL);
    draft.put("correlationId", EVIL).putObject("payload").put(EVIL, EVIL);
    return hub.send(draft).get("messageId").asString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#/flow?m=FIRST",
        "#/agents/EVIL",
        "#/groups/EVIL",
        "#/groups/MISSING-EVIL?q=EVIL",
        "#/inbox/developer?m=FIRST",
        "#/inbox/EVIL",
        "#/thread/FIRST",
        "#/search?q=onerror",
        "#/search?q=EVIL&from=EVIL",
        "#/dead-letters",
        "#/flow?from=EVIL&to=EVIL&type=EVIL",
        "#/flow?m=EVIL",
        "#/EVIL/EVIL?EVIL=EVIL",
        "#/flow?compose=new&composeTo=EVIL"
      })
  void markupStaysText(String fragment) {
    String encoded = URLEncoder.encode(EVIL, StandardCharsets.UTF_8).replace("+", "%20");
    open(fragment.replace("FIRST", first).replace("EVIL", encoded));
    hub.say(EVIL, "developer", EVIL);
    int unread = fragment.contains("/developer?m=") ? 1 : 2;
    assertThat(page).hasTitle(Pattern.compile("^\\(" + unread + "\\) .*"));
    assertThat(page.evaluate("window.owned")).isNull();
    assertThat(page.locator("parley-app img, parley-app script, parley-app [onload]").count())
        .isZero();
    assertThat(
            page.evaluate(
                "() => [...document.links].filter((a) => a.protocol === 'javascript:').length"))
        .isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"#/flow?m=FIRST", "#/dead-letters", "#/thread/FIRST", "#/inbox", "#/groups"})
  void whatWasWrittenIsShownAsItWasWritten(String fragment) {
    open(fragment.replace("FIRST", first));
    assertThat(page.locator("main")).containsText(EVIL);
  }
}
