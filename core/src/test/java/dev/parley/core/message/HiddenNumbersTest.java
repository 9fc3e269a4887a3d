package dev.parley.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Running numbers as strangers see them. */
class HiddenNumbersTest {
  private final HiddenNumbers hidden = HiddenNumbers.from("a secret");

  @Test
  void everyNumberIsFoundAgain() {
    LongStream.of(0, 1, 2, 1L << 22, 1L << 43, MessageId.NUMBER_MAX)
        .forEach(number -> assertThat(hidden.reveal(hidden.hide(number))).isEqualTo(number));
    LongStream.range(0, 100_000)
        .map(number -> number * 175_921_860L)
        .forEach(number -> assertThat(hidden.reveal(hidden.hide(number))).isEqualTo(number));
  }

  @Test
  void noTwoAreTheSameAndNoneIsTooLarge() {
    Set<Long> seen = new HashSet<>();
    for (long number = 0; number < 100_000; number++) {
      long shown = hidden.hide(number);
      assertThat(shown).isBetween(0L, MessageId.NUMBER_MAX);
      assertThat(seen.add(shown)).isTrue();
    }
  }

  @Test
  void whatIsShownTellsNeitherOrderNorDistance() {
    long rising = 0;
    long[] bits = new long[44];
    for (long number = 1; number <= 100_000; number++) {
      long shown = hidden.hide(number);
      long before = hidden.hide(number - 1);
      rising += shown > before ? 1 : 0;
      for (int bit = 0; bit < bits.length; bit++) {
        bits[bit] += (shown ^ before) >>> bit & 1;
      }
    }

    assertThat(rising).isBetween(49_000L, 51_000L);
    for (long changed : bits) {
      assertThat(changed).isBetween(49_000L, 51_000L);
    }
  }

  @Test
  void anotherKeyMakesOtherOnes() {
    HiddenNumbers other = HiddenNumbers.from("another secret");

    assertThat(LongStream.range(0, 1_000).filter(n -> other.hide(n) == hidden.hide(n)).count())
        .isZero();
    assertThat(HiddenNumbers.random().hide(1)).isNotEqualTo(HiddenNumbers.random().hide(1));
  }

  @Test
  void theKeyIsAllThatIsNeeded() {
    assertThat(HiddenNumbers.of(hidden.key()).hide(4_711)).isEqualTo(hidden.hide(4_711));
  }
}
