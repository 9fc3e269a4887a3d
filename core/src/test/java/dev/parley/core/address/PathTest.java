package dev.parley.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTest {

  @Test
  void aPathIsItsSegments() {
    Path path = Path.parse("slack/acme/#general");

    assertThat(path.depth()).isEqualTo(3);
    assertThat(path.segment(0)).isEqualTo("slack");
    assertThat(path.segment(1)).isEqualTo("acme");
    assertThat(path.segment(2)).isEqualTo("#general");
  }

  @ParameterizedTest
  @CsvSource({
    "/agent/ada, agent/ada",
    "agent/ada/, agent/ada",
    "agent//ada, agent/ada",
    "///agent////ada///, agent/ada",
    "/a, a",
    "a//b/c, a/b/c"
  })
  void leadingTrailingAndDoubledSlashesAreNormalisedAway(String given, String normal) {
    assertThat(Path.parse(given).text()).isEqualTo(normal);
    assertThat(Path.parse(given)).isEqualTo(Path.parse(normal)).hasToString(normal);
  }

  @Test
  void aTextInNormalFormIsKeptRatherThanCopied() {
    String text = "agent/ada";

    assertThat(Path.parse(text).text()).isSameAs(text);
  }

  @Test
  void theDirectPathOfAnAgentIsAgentSlashId() {
    assertThat(Path.agent(new AgentId("ada@home:1"))).isEqualTo(Path.parse("agent/ada@home:1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "**", "agent/*", "agent/**", "*/a", "a/**/b"})
  void aSegmentThatIsAStarOrTwoIsAWildcard(String text) {
    assertThat(Path.parse(text).hasWildcard()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent/ada", "slack/acme/#*", "a/***", "a*/b", "*a", "a/*a*", "a/*b"})
  void aStarWithinASegmentIsNone(String text) {
    assertThat(Path.parse(text).hasWildcard()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "////"})
  void anEmptyPathIsRefused(String text) {
    assertThatThrownBy(() -> Path.parse(text))
        .isInstanceOf(InvalidAddress.class)
        .hasMessage("the path is empty; allowed are 1 to 64 segments separated by slashes");
  }

  @Test
  void sixtyFourSegmentsAreAllowedAndOneMoreIsRefused() {
    assertThat(Path.parse("a/".repeat(64)).depth()).isEqualTo(64);
    assertThatThrownBy(() -> Path.parse("a/".repeat(65)))
        .isInstanceOf(InvalidAddress.class)
        .hasMessage("the path has 65 segments; allowed are at most 64");
  }

  @Test
  void aThousandAndTwentyFourBytesAreAllowedAndOneMoreIsRefused() {
    assertThat(Path.parse("a".repeat(1_024)).depth()).isEqualTo(1);
    assertThatThrownBy(() -> Path.parse("a".repeat(1_025)))
        .isInstanceOf(InvalidAddress.class)
        .hasMessage("the path has 1025 bytes in UTF-8; allowed are at most 1024");
  }

  @ParameterizedTest
  @CsvSource({"é, 2", "€, 3", "😀, 4"})
  void bytesAreCountedAsUtf8(String character, int bytes) {
    int fit = 1_024 / bytes;

    assertThat(Path.parse(character.repeat(fit)).text()).hasSize(fit * character.length());
    assertThatThrownBy(() -> Path.parse(character.repeat(fit + 1)))
        .isInstanceOf(InvalidAddress.class)
        .hasMessageContaining(bytes * (fit + 1) + " bytes");
  }

  @Test
  void theLimitsCountAfterNormalising() {
    assertThat(Path.parse("/".repeat(5_000) + "a").text()).isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(chars = {0, '\n', 0x1f, 0x7f, 0x80, 0x85, 0x9f})
  void aControlCharacterIsRefusedAndNamedByItsCode(char control) {
    assertThatThrownBy(() -> Path.parse("agent/a" + control))
        .isInstanceOf(InvalidAddress.class)
        .hasMessage(
            "the path has the control character U+%04X at 7; control characters are not allowed",
            (int) control);
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "~", "\u00a0"})
  void theNeighboursOfTheControlCharactersAreAllowed(String neighbour) {
    assertThat(Path.parse("a/" + neighbour).segment(1)).isEqualTo(neighbour);
  }

  @Test
  void anUnpairedSurrogateIsRefused() {
    for (String text :
        new String[] {"a\ud83d", "\ud83d/a", "a\ude00", "\ude00\ud83d", "😀\ude00"}) {
      assertThatThrownBy(() -> Path.parse(text))
          .as(text)
          .isInstanceOf(InvalidAddress.class)
          .hasMessageContaining("unpaired surrogate");
    }
  }

  @Test
  void equalTextsAreEqualPathsAndAPathIsNoPattern() {
    assertThat(Path.parse("a/b"))
        .isEqualTo(Path.parse("/a/b"))
        .hasSameHashCodeAs(Path.parse("a/b"));
    assertThat(Path.parse("a/b")).isNotEqualTo(Path.parse("a/c"));
    assertThat((Object) Path.parse("a/b")).isNotEqualTo(Pattern.parse("a/b"));
  }

  @Test
  void equalSegmentsHashAlikeWhereverTheyStand() {
    assertThat(Path.parse("a/ada/b").segmentHash(1)).isEqualTo(Pattern.parse("ada").segmentHash(0));
    assertThat(Path.parse("a/ada/b").segmentEquals(1, "ada")).isTrue();
    assertThat(Path.parse("a/ada/b").segmentEquals(1, "adb")).isFalse();
    assertThat(Path.parse("a/ada/b").segmentEquals(1, "ad")).isFalse();
  }
}
