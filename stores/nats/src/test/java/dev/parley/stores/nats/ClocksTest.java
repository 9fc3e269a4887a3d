package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whether a hub may go by its own clock. */
class ClocksTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private long millis = 1_800_000_000_000L;
  private long nanos = -5_000_000_000L;
  private final Clocks clocks = new Clocks(() -> millis, () -> nanos);

  private void pass(Duration time) {
    millis += time.toMillis();
    nanos += time.toNanos();
  }

  @Test
  void aHubThatHearsNobodyGoesByItsOwn() {
    assertThat(clocks.isOnTime()).isTrue();
    assertThat(clocks.aheadMillis()).isZero();
  }

  @Test
  void aFewSecondsDoNotMatter() {
    clocks.heard("other", millis - 4_900);

    assertThat(clocks.isOnTime()).isTrue();
    assertThat(clocks.aheadMillis()).isEqualTo(4_900);
  }

  @Test
  void ofTwoThatDifferNeitherIsKnownToBeRight() {
    clocks.heard("other", millis - HOUR);
    assertThat(clocks.isOnTime()).isFalse();
    assertThat(clocks.aheadMillis()).isEqualTo(HOUR);

    clocks.gone("other");
    clocks.heard("another", millis + HOUR);
    assertThat(clocks.isOnTime()).isFalse();
    assertThat(clocks.aheadMillis()).isEqualTo(-HOUR);
  }

  @Test
  void whoAgreesWithMostGoesByItsOwn() {
    clocks.heard("wrong", millis + HOUR);
    clocks.heard("right", millis + 3);

    assertThat(clocks.isOnTime()).isTrue();
  }

  @Test
  void halfIsNotMost() {
    clocks.heard("right", millis);
    clocks.heard("wrong", millis + HOUR);
    clocks.heard("as wrong", millis + HOUR);

    assertThat(clocks.isOnTime()).isFalse();
  }

  @Test
  void aClockThatJumpsIsNoticedBeforeAnybodyIsHeardAgain() {
    clocks.heard("other", millis);
    pass(Duration.ofSeconds(1));
    assertThat(clocks.isOnTime()).isTrue();

    millis += HOUR;

    assertThat(clocks.isOnTime()).isFalse();
    millis -= HOUR;
    assertThat(clocks.isOnTime()).isTrue();
  }

  @Test
  void whatComesLateMakesNoClockSlow() {
    clocks.heard("other", millis);
    pass(Duration.ofSeconds(1));

    clocks.heard("other", millis - 8_000); // said eight seconds ago

    assertThat(clocks.isOnTime()).isTrue();
  }

  @Test
  void aClockThatWasPutBackIsBelievedAfterAWhile() {
    clocks.heard("other", millis + HOUR);
    for (int i = 0; i < 4; i++) {
      assertThat(clocks.isOnTime()).isFalse();
      pass(Duration.ofMillis(500));
      clocks.heard("other", millis);
    }

    assertThat(clocks.isOnTime()).isTrue();
  }

  @Test
  void whoIsSilentDoesNotCount() {
    clocks.heard("other", millis - HOUR);

    pass(Clocks.SILENT_MAX.plusSeconds(1));

    assertThat(clocks.isOnTime()).isTrue();
  }
}
