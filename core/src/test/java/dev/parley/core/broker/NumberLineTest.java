package dev.parley.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumberLineTest {
  private final NumberLine line = new NumberLine(10, 1_000);

  @Test
  void numbersInOrderAreSettledAtOnce() {
    line.saw(11, 0);
    line.saw(12, 0);

    assertThat(line.settled(0)).isEqualTo(12);
  }

  @Test
  void whatIsMissingHoldsBackUntilItComes() {
    line.saw(11, 0);
    line.saw(14, 0);
    assertThat(line.settled(0)).isEqualTo(11);

    line.saw(12, 5);
    assertThat(line.settled(5)).isEqualTo(12);

    line.saw(13, 6);
    assertThat(line.settled(6)).isEqualTo(14);
  }

  @Test
  void whatStaysAwayTooLongCountsAsRefused() {
    line.saw(12, 0);
    line.saw(15, 600);

    assertThat(line.settled(999)).isEqualTo(10);
    assertThat(line.settled(1_000)).isEqualTo(12);
    assertThat(line.settled(1_600)).isEqualTo(15);
  }

  @Test
  void aHugeGapCostsABoundedAmount() {
    line.saw(5_000_000_000L, 0);

    assertThat(line.settled(0)).isBetween(4_999_980_000L, 4_999_999_999L);
    assertThat(line.settled(1_000)).isEqualTo(5_000_000_000L);
  }

  @Test
  void whatWasSeenBeforeChangesNothing() {
    line.saw(3, 0);

    assertThat(line.settled(0)).isEqualTo(10);
    assertThat(line.highest()).isEqualTo(10);
  }
}
