package dev.parley.identity.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InsistenceTest {
  private long now = Long.MAX_VALUE - 5_000_000_000L;

  private final Insistence insistence = new Insistence(() -> now);

  private void refused(String who, int times) {
    for (int i = 0; i < times; i++) {
      insistence.onRefused(who);
    }
  }

  private void pass(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void aFewRefusalsMakeNobodyWait() {
    refused("ada", 19);

    assertThat(insistence.waitOf("ada")).isZero();
    assertThat(insistence.waitOf("bob")).isZero();
  }

  @Test
  void whoeverGoesOnWaitsASecondAtMostAndNobodyElseDoes() {
    refused("ada", 20);
    assertThat(insistence.waitOf("ada")).hasMillis(100);

    refused("ada", 10_000);

    assertThat(insistence.waitOf("ada")).hasSeconds(1);
    assertThat(insistence.waitOf("bob")).isZero();
  }

  @Test
  void aSecondOfQuietIsEnoughHoweverManyThereWere() {
    refused("ada", 10_000);

    pass(1_100);

    assertThat(insistence.waitOf("ada")).isZero();
  }

  @Test
  void whoWasRefusedLongAgoIsForgotten() {
    assertThat(insistence.isNone()).isTrue();
    for (int i = 0; i < 100_000; i++) {
      insistence.onRefused("from " + i);
      pass(1);
    }

    assertThat(insistence.isNone()).isFalse();
    assertThat(insistence.size()).isLessThan(5_000);
  }
}
