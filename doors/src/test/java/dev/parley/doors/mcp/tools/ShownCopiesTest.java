package dev.parley.doors.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownCopiesTest {
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final long NOW = 1_763_000_000_000L;

  private final ShownCopies shown = ShownCopies.read(null);

  private static Copy copy(int number) {
    return new Copy(
        BoxId.inbox(new AgentId("ada")),
        number,
        State.DELIVERED,
        0,
        null,
        new StoredMessage(number, id(number), NOW, Priority.HIGH, 0, new byte[0]));
  }

  private static MessageId id(int number) {
    return MessageId.of(NOW, number, number);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    shown.show(copy(1), NOW);
    shown.unseen(copy(2), NOW);

    assertThat(ShownCopies.read(shown.bytes()).all()).isEqualTo(shown.all()).hasSize(2);
  }

  @Test
  void eachPauseIsTwiceAsLongAndInTheEndItIsForgotten() {
    for (int times = 1; times < ShownCopies.TIMES_MAX; times++) {
      shown.show(copy(1), NOW);
      long pause = PAUSE.toMillis() << (times - 1);
      assertThat(shown.get(id(1)).millisToDue(NOW, PAUSE)).isEqualTo(pause);
      assertThat(shown.get(id(1)).millisToDue(NOW + pause - 1, PAUSE)).isEqualTo(1);
      assertThat(shown.get(id(1)).millisToDue(NOW + pause, PAUSE)).isZero();
    }
    shown.show(copy(1), NOW);
    assertThat(shown.isEmpty()).isTrue();
  }

  @Test
  void aClockThatIsPutBackHoldsNothingUpForEver() {
    shown.show(copy(1), NOW);

    assertThat(shown.get(id(1)).millisToDue(NOW - Duration.ofDays(1).toMillis(), PAUSE)).isZero();
  }

  @Test
  void whatWasNotSeenComesAtOnceUnlessItWasShownAgainSince() {
    shown.show(copy(1), NOW);
    shown.unseen(copy(1), NOW);
    assertThat(shown.get(id(1)).millisToDue(NOW, PAUSE)).isZero();
    assertThat(shown.get(id(1)).times()).isZero();

    shown.show(copy(1), NOW + 5);
    shown.unseen(copy(1), NOW);
    assertThat(shown.get(id(1)).millisToDue(NOW + 5, PAUSE)).isPositive();
  }

  @Test
  void ofVeryManyTheFirstAreForgotten() {
    for (int i = 1; i <= ShownCopies.KEPT_MAX + 10; i++) {
      shown.show(copy(i), NOW);
    }
    assertThat(shown.all()).hasSize(ShownCopies.KEPT_MAX);
    assertThat(shown.get(id(10))).isNull();
    assertThat(shown.get(id(11))).isNotNull();
    assertThat(shown.forget(List.of(id(11)))).isTrue();
    assertThat(shown.forget(List.of(id(11)))).isFalse();
  }
}
