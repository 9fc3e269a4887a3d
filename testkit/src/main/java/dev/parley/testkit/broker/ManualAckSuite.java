package dev.parley.testkit.broker;

import static dev.parley.core.delivery.ListenOptions.NOW;
import static dev.parley.core.delivery.ListenOptions.PENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.message.MessageId;
import dev.parley.testkit.broker.RecordingListener.Heard;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Listening with acknowledgement: delivered is what was acknowledged. */
abstract class ManualAckSuite extends BrokerSuite {
  private final RecordingListener listener = RecordingListener.withMuchRoom();

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private static ListenOptions manual(int window) {
    return new ListenOptions(AckMode.MANUAL, PENDING, window, ACK_TIMEOUT, 3);
  }

  private MessageId sendOne(String content) {
    return idOf(send("ada", "bob", content));
  }

  @Test
  @DisplayName("IN-3 pending until acknowledged, by id")
  void ackById() {
    Listening listening = listen("bob", manual(10), listener);
    MessageId one = sendOne("one");
    MessageId two = sendOne("two");
    listener.awaitContents(2);
    assertThat(statuses(inbox("bob"))).containsExactly("pending", "pending");

    assertThat(result(listening.ack(List.of(two)))).isEqualTo(1);
    assertThat(result(listening.ack(List.of(one, two)))).isEqualTo(1);

    assertThat(statuses(inbox("bob"))).containsExactly("delivered", "delivered");
  }

  @Test
  @DisplayName("IN-3 by cursors, and up to a cursor")
  void ackByCursor() {
    Listening listening = listen("bob", manual(10), listener);
    for (int i = 0; i < 5; i++) {
      sendOne("m" + i);
    }
    listener.awaitContents(5);

    assertThat(result(listening.ackCursors(new long[] {3, 99}))).isEqualTo(1);
    assertThat(result(listening.ackUpTo(1))).isEqualTo(2);
    assertThat(result(listening.ackUpTo(1))).isZero();

    assertThat(statuses(inbox("bob")))
        .containsExactly("delivered", "delivered", "pending", "delivered", "pending");
  }

  @Test
  @DisplayName("IN-3 not acknowledged in time is pushed again, with attempts counted")
  void pushedAgain() {
    Listening listening = listen("bob", manual(10), listener);
    sendOne("one");
    MessageId two = sendOne("two");
    listener.awaitContents(2);
    result(listening.ack(List.of(two)));

    advance(ACK_TIMEOUT);

    assertThat(listener.awaitHeard(3))
        .containsExactly(
            new Heard.Pushed("one", 0, 1),
            new Heard.Pushed("two", 1, 1),
            new Heard.Pushed("one", 0, 2));
    assertThat(result(listening.ackUpTo(9))).isEqualTo(1);
    advance(ACK_TIMEOUT);
    assertThat(listener.heard()).hasSize(3);
  }

  @Test
  @DisplayName("IN-3 not a moment before the time is over")
  void notBeforeTimeout() {
    listen("bob", manual(10), listener);
    sendOne("one");
    listener.awaitContents(1);
    settle();

    advance(ACK_TIMEOUT.minusMillis(1));
    assertThat(listener.heard()).hasSize(1);

    advance(Duration.ofMillis(1));
    listener.awaitHeard(2);
  }

  @Test
  @DisplayName("IN-3 after the last attempt it is a dead letter and has failed")
  void givenUp() {
    listen("bob", manual(10), listener);
    MessageId id = sendOne("one");
    for (int attempt = 1; attempt <= 3; attempt++) {
      listener.awaitContents(attempt);
      settle();
      advance(ACK_TIMEOUT);
    }

    eventually(() -> !deadLetters().isEmpty());
    assertThat(listener.heard()).hasSize(3);
    assertThat(deadLetters()).containsExactly("one");
    assertThat(statuses(inbox("bob"))).containsExactly("failed");
    assertThat(result(broker.lookups().status(id)).recipients().getFirst().attempts()).isEqualTo(3);
    assertThat(broker.stats().get("givenUp")).isEqualTo(1);
    assertThat(receive("bob")).isEmpty();
  }

  @Test
  @DisplayName("IN-3 when the connection is lost it is pushed again to the next one")
  void connectionLost() {
    Listening first = listen("bob", manual(10), listener);
    MessageId one = sendOne("one");
    sendOne("two");
    listener.awaitContents(2);
    result(first.ack(List.of(one)));
    first.close();
    settle();

    RecordingListener next = RecordingListener.withMuchRoom();
    listen("bob", manual(10), next);

    next.awaitContents(1);
    assertThat(next.heard()).containsExactly(new Heard.Pushed("two", 1, 2));
    assertThat(broker.stats().get("listeners")).isEqualTo(1);
  }

  @Test
  @DisplayName("IN-3 DUR-2 attempts are counted across a restart")
  void attemptsSurviveRestart() {
    listen("bob", manual(10), listener);
    sendOne("one");
    listener.awaitContents(1);
    settle();
    restart();

    RecordingListener next = RecordingListener.withMuchRoom();
    listen("bob", manual(10), next);

    next.awaitContents(1);
    assertThat(next.heard()).containsExactly(new Heard.Pushed("one", 0, 2));
  }

  @Test
  @DisplayName("IN-3 a window bounds what is in flight, without any talk of lagging")
  void window() {
    Listening listening = listen("bob", manual(2), listener);
    for (int i = 0; i < 5; i++) {
      sendOne("m" + i);
    }
    listener.awaitContents(2);
    settle();
    assertThat(listener.contents()).containsExactly("m0", "m1");

    result(listening.ackUpTo(0));
    assertThat(listener.awaitContents(3)).containsExactly("m0", "m1", "m2");
    result(listening.ackUpTo(2));
    assertThat(listener.awaitContents(5)).containsExactly("m0", "m1", "m2", "m3", "m4");
    result(listening.ackUpTo(4));
    sendOne("m5");
    listener.awaitContents(6);
    assertThat(listener.heard()).allMatch(Heard.Pushed.class::isInstance);
  }

  @Test
  @DisplayName("IN-3 several listeners share an inbox: each copy is in flight to one of them")
  void shared() {
    RecordingListener other = RecordingListener.withMuchRoom();
    Listening one = listen("bob", manual(10), listener);
    Listening two = listen("bob", manual(10), other);
    for (int i = 0; i < 10; i++) {
      sendOne("m" + i);
    }
    eventually(() -> listener.contents().size() + other.contents().size() == 10);

    assertThat(listener.contents()).hasSize(5).doesNotContainAnyElementsOf(other.contents());
    assertThat(result(one.ackUpTo(9))).isEqualTo(5);
    assertThat(result(two.ackUpTo(9))).isEqualTo(5);
  }

  @Test
  @DisplayName("IN-3 what one of several held goes to the others when it leaves")
  void sharedLeaver() {
    RecordingListener other = RecordingListener.withMuchRoom();
    Listening leaver = listen("bob", manual(10), listener);
    Listening stayer = listen("bob", manual(10), other);
    for (int i = 0; i < 4; i++) {
      sendOne("m" + i);
    }
    listener.awaitContents(2);
    other.awaitContents(2);

    leaver.close();
    leaver.close();

    assertThat(other.awaitContents(4)).containsExactlyInAnyOrder("m0", "m1", "m2", "m3");
    assertThat(broker.stats().get("listeners")).isEqualTo(1);
    assertThat(result(stayer.ackUpTo(9))).isEqualTo(4);
  }

  @Test
  @DisplayName("IN-3 of two that share, the shorter time counts for what it holds")
  void sharedWithDifferentTimes() {
    RecordingListener hasty = RecordingListener.withMuchRoom();
    Duration soon = Duration.ofSeconds(5);
    listen("bob", manual(10), listener);
    listen("bob", new ListenOptions(AckMode.MANUAL, PENDING, 10, soon, 9), hasty);
    sendOne("one");
    sendOne("two");
    listener.awaitContents(1);
    hasty.awaitContents(1);
    settle();

    advance(soon);

    eventually(() -> listener.contents().size() + hasty.contents().size() == 3);
  }

  @Test
  @DisplayName("IN-3 who joins from pending gets what those from now did not ask for")
  void joiningFromPending() {
    sendOne("old 1");
    sendOne("old 2");
    listen("bob", new ListenOptions(AckMode.MANUAL, NOW, 10, ACK_TIMEOUT, 3), listener);
    sendOne("new");
    listener.awaitContents(1);
    RecordingListener other = RecordingListener.withMuchRoom();

    listen("bob", manual(10), other);

    eventually(() -> listener.contents().size() + other.contents().size() >= 3);
    settle();
    assertThat(listener.contents().size() + other.contents().size()).isEqualTo(3);
  }

  @Test
  @DisplayName("IN-3 what is received by other ways is in flight no longer")
  void receivedInFlight() {
    Listening listening = listen("bob", manual(1), listener);
    sendOne("one");
    sendOne("two");
    listener.awaitContents(1);

    assertThat(result(broker.receive(inbox("bob"), 1))).hasSize(1);

    assertThat(listener.awaitContents(2)).containsExactly("one", "two");
    assertThat(result(listening.ackUpTo(1))).isEqualTo(1);
    sendOne("three");
    sendOne("four");
    listener.awaitContents(3);
    result(broker.markRead(inbox("bob"), List.of(listener.copies().get(2).message().id())));
    assertThat(listener.awaitContents(4)).containsExactly("one", "two", "three", "four");
  }

  @Test
  @DisplayName("IN-3 a copy that is acknowledged while it waits for its next push is not pushed")
  void ackedWhileWaiting() {
    RecordingListener busy = RecordingListener.withRoom(1);
    Listening listening = listen("bob", manual(10), busy);
    MessageId one = sendOne("one");
    busy.awaitContents(1);
    settle();
    advance(ACK_TIMEOUT);

    assertThat(result(listening.ack(List.of(one)))).isEqualTo(1);
    busy.giveRoom(10);
    listening.resume();
    settle();

    assertThat(busy.contents()).containsExactly("one");
  }
}
