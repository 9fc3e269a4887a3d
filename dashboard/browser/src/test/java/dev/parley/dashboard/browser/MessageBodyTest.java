package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What agents write is shown as they mean it, and does nothing by itself. */
class MessageBodyTest extends DashboardTest {

  @BeforeEach
  void agents() {
    hub.agents("ada", "bob");
  }

  private Locator shown(String text) {
    String id = hub.say("ada", "bob", text);
    open("#/flow?m=" + id);
    Locator body = page.locator(".detail .content");
    body.waitFor();
    return body;
  }

  @Test
  void markdownIsRead() {
    Locator body =
        shown(
            """
            # Plan
            Do **this** and *that*, not ~~the other~~; run `mvn verify`.

            1. first
            2. second
               - inner
            - [x] done
            - [ ] open

            > said before

            | who | state |
            | --- | :-: |
            | ada | a \\| b |

            ---
            snake_case_name and 2 * 3 * 4 stay.
            """);
    assertThat(body.locator("[role=heading]")).hasText("Plan");
    assertThat(body.locator("p > strong")).hasText("this");
    assertThat(body.locator("em")).hasText("that");
    assertThat(body.locator("del")).hasText("the other");
    assertThat(body.locator("p > code")).hasText("mvn verify");
    assertThat(body.locator("ol > li")).hasCount(2);
    assertThat(body.locator("ol > li > ul > li")).hasText("inner");
    assertThat(body.locator(".md-task input")).hasCount(2);
    assertThat(body.locator(".md-task input").first()).isChecked();
    assertThat(body.locator("blockquote")).hasText("said before");
    assertThat(body.locator("td")).hasText(new String[] {"ada", "a | b"});
    assertThat(body.locator("hr")).hasCount(1);
    assertThat(body.locator("p").last()).hasText("snake_case_name and 2 * 3 * 4 stay.");
  }

  @Test
  void codeIsColouredAndScrollsAndIsCopied() {
    context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
    String code = "int x = 42; // the answer\nString s = \"a *b* c\";";
    Locator body = shown("```java\n" + code + "\n```");
    assertThat(body.locator("pre")).hasText(code);
    assertThat(body.locator(".code-comment")).hasText("// the answer");
    assertThat(body.locator(".code-string")).hasText("\"a *b* c\"");
    assertThat(body.locator(".code-number")).hasText("42");
    button("Copy this code").click();
    assertThat(body.locator(".code-head button")).hasText("Copied");
    assertThat(page.evaluate("() => navigator.clipboard.readText()")).isEqualTo(code);
  }

  @Test
  void codeThatIsCutOffIsStillCode() {
    assertThat(shown("```\n# no heading\n- no item").locator("pre"))
        .hasText("# no heading\n- no item");
  }

  @Test
  void differencesAreShownAsSuch() {
    Locator body = shown("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same");
    assertThat(body.locator(".diff-gone")).hasText("-old");
    assertThat(body.locator(".diff-added")).hasText("+new");
    assertThat(body.locator(".diff-file")).hasCount(2);
  }

  @Test
  void jsonIsATree() {
    Locator body = shown("{\"list\": [1, {\"deep\": {\"er\": true}}], \"text\": \"a <b>\"}");
    assertThat(body.locator(".json-tree")).containsText("a <b>");
    Locator inner = body.locator(".json-name").last();
    assertThat(inner).hasText("text");
    inner = body.locator(".json-name").nth(4);
    assertThat(inner).hasText("er");
    assertThat(inner).isHidden();
    body.locator("summary").nth(2).click();
    body.locator("summary").nth(3).click();
    assertThat(inner).isVisible();
  }

  @Test
  void aLinkShowsWhereItLeadsBeforeItGoesThere() {
    Locator body = shown("[your bank](https://evil.example/x?y=1) and https://plain.example/a.");
    assertThat(body.locator("a").last()).hasText("https://plain.example/a");
    body.getByText("your bank").click();
    assertThat(page.locator("dialog.ask")).containsText("https://evil.example/x?y=1");
    button("Stay here").click();
    assertThat(page.locator("dialog.ask")).isHidden();
    assertThat(context.pages()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[x](javascript:alert(1))",
        "[x](data:text/html,hello)",
        "[x](//host.example/y)",
        "<javascript:alert(1)>",
        "[x](JaVaScRiPt:alert(1))"
      })
  void whatABrowserWouldRunIsNoLink(String text) {
    Locator body = shown(text);
    assertThat(body).hasText(text);
    assertThat(body.locator("a")).hasCount(0);
  }

  @Test
  void picturesAreNotFetched() {
    List<String> elsewhere = new ArrayList<>();
    page.onRequest(
        request -> {
          if (request.url().contains("track.example")) {
            elsewhere.add(request.url());
          }
        });
    Locator body =
        shown("![pixel](https://track.example/p.png)\n\n<img src=https://track.example>");
    assertThat(body.locator("a").first()).hasText("pixel");
    assertThat(body.locator("img")).hasCount(0);
    assertThat(elsewhere).isEmpty();
  }

  @Test
  void whatTurnsTextAroundIsNamed() {
    assertThat(shown("pay \u202Eexe.slip **now\u2066**"))
        .hasText("pay ⟨U+202E⟩exe.slip now⟨U+2066⟩");
  }

  @Test
  void longOnesAreFoldedAndLeaveTheAnswerInView() {
    String text =
        IntStream.rangeClosed(1, 500).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
    Locator body = shown(text);
    assertThat(body).containsText("line 40");
    assertThat(body).not().containsText("line 41");
    button("Show all 500 lines").click();
    assertThat(body).containsText("line 500");
    button("Show less").click();
    assertThat(body).not().containsText("line 41");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"> ", "- ", "*", "**a ", "[", "[a](", "`", "`` ` ", "| ", "~~x", "<", "_a"})
  void textThatMeansHarmIsReadQuickly(String piece) {
    String id = hub.say("ada", "bob", piece.repeat(20_000 / piece.length()) + "\n\nend");
    open("#/flow?m=" + id);
    button("Show all").click();
    assertThat(page.locator(".detail .content")).containsText("end");
  }

  @Test
  void aThreadAndItsLinksCanBothBeClicked() {
    String id = hub.say("ada", "bob", "see https://plain.example/a");
    open("#/thread/" + id);
    page.locator(".thread .md-link").click();
    assertThat(page.locator("dialog.ask")).containsText("https://plain.example/a");
    button("Stay here").click();
    page.locator(".thread a.turn-head").click();
    assertThat(page.locator(".detail .content")).hasText("see https://plain.example/a");
  }
}
