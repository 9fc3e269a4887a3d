package dev.parley.hub.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import org.junit.jupiter.api.Test;

class EscapedTest {

  @Test
  void ordinaryTextOfAnyLanguageStaysAsItIs() {
    String text = "naïve 漢字 עברית 👩‍💻 → ✓";

    assertThat(Escaped.line(text)).isEqualTo(text);
    assertThat(Escaped.json("{\"a\":\"" + text + "\"}")).isEqualTo("{\"a\":\"" + text + "\"}");
  }

  @Test
  void everyCharacterThatSteersATerminalIsShownInstead() {
    for (int c = 0; c < 0xA0; c++) {
      if (c < 0x20 || c >= 0x7F) {
        String shown = Escaped.line("a" + (char) c + "b");
        assertThat(shown.chars()).as("U+%04X", c).allMatch(each -> each >= 0x20 && each < 0x7F);
        assertThat(shown).startsWith("a\\").endsWith("b");
      }
    }
  }

  @Test
  void whatTurnsTheWritingOrCannotBeSeenIsShownByItsNumber() {
    assertThat(Escaped.line("a\u202eb\u2066c\u200bd")).isEqualTo("a\\u{202e}b\\u{2066}c\\u{200b}d");
    assertThat(Escaped.line("a" + Character.toString(0xE0041))).isEqualTo("a\\u{e0041}");
    assertThat(Escaped.line("\ud800")).isEqualTo("\\u{d800}");
  }

  @Test
  void aBlockKeepsItsLinesAndIndentsEachOfThem() {
    assertThat(Escaped.block("one\r\ntwo\n\tthree\rfour", "  "))
        .isEqualTo("  one\n  two\n  \tthree\\rfour");
  }

  @Test
  void escapedJsonMeansTheSame() {
    String text = "x\u009b\u202e\ue000" + Character.toString(0xE0041) + "y";
    String json = "{\n\t\"a\":\"" + text + "\"}";

    String escaped = Escaped.json(json);

    assertThat(escaped).doesNotContain("\u009b", "\u202e", "\n", "\t");
    assertThat(JsonObject.parse(escaped).text("a")).isEqualTo(text);
  }
}
