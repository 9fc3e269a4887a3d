package dev.parley.doors.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FloodTest {
  private final Flood flood = new Flood(GatewayLimits.DEFAULT);

  private Set<Flood.Sign> second(int second, int messages) {
    Set<Flood.Sign> signs = EnumSet.noneOf(Flood.Sign.class);
    for (int i = 0; i < messages; i++) {
      signs.add(flood.onMessage(second * 1_000L + i % 1_000));
    }
    return signs;
  }

  @Test
  void aHundredASecondAreFineForEver() {
    for (int second = 1; second < 60; second++) {
      assertThat(second(second, 100)).containsExactly(Flood.Sign.FINE);
    }
  }

  @Test
  void moreForFiveSecondsIsToldAndForSixEnds() {
    for (int second = 1; second < 5; second++) {
      assertThat(second(second, 101)).containsExactly(Flood.Sign.FINE);
    }
    assertThat(second(5, 101)).contains(Flood.Sign.TELL);
    assertThat(second(6, 101)).contains(Flood.Sign.END);
  }

  @Test
  void whoPausesBeginsAnew() {
    for (int second = 1; second < 5; second++) {
      second(second, 500);
    }
    assertThat(second(5, 50)).containsExactly(Flood.Sign.FINE);
    assertThat(second(6, 500)).containsExactly(Flood.Sign.FINE);
  }

  @Test
  void aLimitOfZeroIsNone() {
    Flood unlimited = new Flood(GatewayLimits.DEFAULT.withFloodPerSecond(0));
    for (int i = 0; i < 100_000; i++) {
      assertThat(unlimited.onMessage(i / 10)).isEqualTo(Flood.Sign.FINE);
    }
  }
}
