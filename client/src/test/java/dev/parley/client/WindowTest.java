package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowTest {
  private static final Duration NOT_LONG = Duration.ofMillis(1);

  @Test
  void countsRequests() throws InterruptedException {
    var window = new Window(2, 1000);
    assertThat(window.enter(1, NOT_LONG)).isTrue();
    assertThat(window.enter(1, NOT_LONG)).isTrue();
    assertThat(window.enter(1, NOT_LONG)).isFalse();

    window.leave(1);

    assertThat(window.enter(1, NOT_LONG)).isTrue();
  }

  @Test
  void countsBytesAndKeepsNothingOfOneThatDidNotFit() throws InterruptedException {
    var window = new Window(2, 1000);
    assertThat(window.enter(600, NOT_LONG)).isTrue();
    assertThat(window.enter(600, NOT_LONG)).isFalse();
    assertThat(window.enter(400, NOT_LONG)).isTrue();
  }

  @Test
  void aRequestLargerThanEverythingStillGetsThroughAlone() throws InterruptedException {
    var window = new Window(2, 1000);
    assertThat(window.enter(5000, NOT_LONG)).isTrue();
    assertThat(window.enter(1, NOT_LONG)).isFalse();

    window.leave(5000);

    assertThat(window.enter(1, NOT_LONG)).isTrue();
  }
}
