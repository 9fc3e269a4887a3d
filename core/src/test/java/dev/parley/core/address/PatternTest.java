package dev.parley.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternTest {

  @Test
  void aPatternHasTheGrammarAndTheLimitsOfAPath() {
    assertThat(Pattern.parse("//a//**/").text()).isEqualTo("a/**");
    assertThat(Pattern.parse("a/**").depth()).isEqualTo(2);
    assertThat(Pattern.parse("a/**").segment(1)).isEqualTo("**");
    assertThatThrownBy(() -> Pattern.parse("*/".repeat(65)))
        .isInstanceOf(InvalidAddress.class)
        .hasMessage("the pattern has 65 segments; allowed are at most 64");
  }

  @Test
  void aPatternWithoutAWildcardIsLiteral() {
    assertThat(Pattern.parse("slack/team/#*").isLiteral()).isTrue();
    assertThat(Pattern.parse("slack/*/#general").isLiteral()).isFalse();
    assertThat(Pattern.parse("**").isLiteral()).isFalse();
  }

  @Test
  void equalTextsAreEqualPatterns() {
    assertThat(Pattern.parse("a/*"))
        .isEqualTo(Pattern.parse("a/*/"))
        .hasSameHashCodeAs(Pattern.parse("a/*"));
    assertThat(Pattern.parse("a/*")).isNotEqualTo(Pattern.parse("a/**")).hasToString("a/*");
  }

  @ParameterizedTest
  @CsvSource({
    "agent/*, agent/ada, true",
    "agent/*, agent/**, true",
    "agent/*, *, false",
    "agent/ada, agent/bob, false",
    "*/ada, agent/**, true",
    "agent/*/**, agent, false",
    "agent/*/**, **, true",
    "agent/*/**, agent/ada/x, true",
    "a/**/z, a/b/**, true",
    "a/**/z, a/b/*/y, false",
    "**/b, a/**, true",
    "a/*, b/*, false"
  })
  void patternsOverlapWhenSomePathFitsBoth(String one, String other, boolean overlap) {
    assertThat(Pattern.parse(one).overlaps(Pattern.parse(other))).isEqualTo(overlap);
    assertThat(Pattern.parse(other).overlaps(Pattern.parse(one))).isEqualTo(overlap);
  }

  @ParameterizedTest
  @CsvSource({
    "**, a/**, true",
    "agent/**, agent/*, true",
    "agent/*, agent/**, false",
    "agent/*, agent/*, true",
    "agent/*, agent/ada, true",
    "agent/ada, agent/*, false",
    "a/**/b, a/*/b, true",
    "a/**, a, true",
    "a/*, *, false"
  })
  void aPatternIncludesAnotherWhenWhatFitsThatFitsIt(String one, String other, boolean includes) {
    assertThat(Pattern.parse(one).includes(Pattern.parse(other))).isEqualTo(includes);
  }

  @ParameterizedTest
  @CsvSource({
    "**, a, true",
    "**, a/b/c, true",
    "**/a, a, true",
    "**/a, b/c/a, true",
    "**/a, a/b, false",
    "a/**/b, a/b, true",
    "a/**/b, a/x/y/b, true",
    "a/**/b, a/b/c, false",
    "a/**/b/**/c, a/b/x/b/c, true",
    "**/a/**/a/**, b/a/b/b, false",
    "**/a/**/a/**, b/a/b/a, true",
    "*/**, a, true",
    "*/**/*, a, false",
    "*/**/*, a/b, true",
    "**/**, a, true",
    "*, a/b, false",
    "a, a/b, false",
    "a/b, a, false"
  })
  void aDoubleStarTakesAnyNumberOfSegmentsAnywhere(String pattern, String path, boolean matches) {
    assertThat(Pattern.parse(pattern).matches(Path.parse(path))).isEqualTo(matches);
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void manyDoubleStarsAgainstALongPathAreAnsweredAtOnce() {
    Path path = Path.parse("b/".repeat(64));
    for (String unit : List.of("**/", "**/b/", "**/*/")) {
      int repeats = 63 / (unit.length() / 2);
      Pattern pattern = Pattern.parse(unit.repeat(repeats) + "a");
      for (int i = 0; i < 1_000; i++) {
        assertThat(pattern.matches(path)).isFalse();
      }
    }
    assertThat(Pattern.parse("**/b/".repeat(32)).matches(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 42})
  void theMatcherAgreesWithTheDefinition(long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 20_000; i++) {
      String pattern = text(random);
      String path = text(random);
      assertThat(Pattern.parse(pattern).matches(Path.parse(path)))
          .as("%s against %s, seed %d", pattern, path, seed)
          .isEqualTo(defined(segments(pattern), segments(path)));
    }
  }

  private static String text(SplittableRandom random) {
    var segments = new ArrayList<String>();
    for (int i = random.nextInt(1, 7); i > 0; i--) {
      segments.add(List.of("a", "b", "*", "**", "**").get(random.nextInt(5)));
    }
    return String.join("/", segments);
  }

  private static List<String> segments(String text) {
    return List.of(text.split("/", -1));
  }

  /** ADDR-2 word for word, with all the time in the world. */
  private static boolean defined(List<String> pattern, List<String> path) {
    if (pattern.isEmpty()) {
      return path.isEmpty();
    }
    List<String> rest = pattern.subList(1, pattern.size());
    if (pattern.getFirst().equals("**")) {
      return defined(rest, path)
          || (!path.isEmpty() && defined(pattern, path.subList(1, path.size())));
    }
    return !path.isEmpty()
        && (pattern.getFirst().equals("*") || pattern.getFirst().equals(path.getFirst()))
        && defined(rest, path.subList(1, path.size()));
  }
}
