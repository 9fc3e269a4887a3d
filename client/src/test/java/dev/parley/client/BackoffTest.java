package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void waitsDoubleUpToTheCap() {
    assertThat(IntStream.range(0, 15).mapToObj(attempt -> Backoff.DEFAULT.after(attempt, at(0.5))))
        .extracting(Duration::toMillis)
        .containsExactly(
            100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 12_800L, 25_600L, 51_200L, 102_400L,
            204_800L, 409_600L, 600_000L, 600_000L);
  }

  @Test
  void chanceMovesAWaitByAQuarterAtMost() {
    assertThat(Backoff.DEFAULT.after(0, at(0))).isEqualTo(Duration.ofMillis(75));
    assertThat(Backoff.DEFAULT.after(0, at(1))).isEqualTo(Duration.ofMillis(125));
  }

  @Test
  void theThousandthWaitIsStillTheCap() {
    assertThat(Backoff.DEFAULT.after(1000, at(0.5))).isEqualTo(Duration.ofMinutes(10));
  }

  private static RandomGenerator at(double value) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new UnsupportedOperationException();
      }

      @Override
      public double nextDouble() {
        return value;
      }
    };
  }
}
