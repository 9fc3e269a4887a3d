package dev.parley.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies = new Latencies(2);

  @Test
  void oneOfSeventeenMessagesIsLookedAt() {
    for (int sequence = 0; sequence < 34; sequence++) {
      latencies.onSent(1, sequence);
    }
    for (int sequence = 1; sequence < 17; sequence++) {
      latencies.onDelivered(1, sequence);
    }
    assertThat(latencies.percentile(0.5)).isZero();

    latencies.onDelivered(1, 17);
    assertThat(latencies.percentile(0.5)).isPositive();
  }

  @Test
  void aRoundStartsWithNone() {
    latencies.onSent(0, 0);
    latencies.onDelivered(0, 0);
    latencies.reset();

    assertThat(latencies.percentile(0.99)).isZero();
  }
}
