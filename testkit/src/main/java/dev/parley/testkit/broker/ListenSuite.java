package dev.parley.testkit.broker;

import static dev.parley.core.delivery.ListenOptions.NOW;
import static dev.parley.core.delivery.ListenOptions.PENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.Copy;
import dev.parley.testkit.broker.RecordingListener.Heard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Listening without acknowledging. */
abstract class ListenSuite extends BrokerSuite {
  private final RecordingListener listener = RecordingListener.withMuchRoom();

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  @Test
  @DisplayName("IN-3 what is pushed with ack none stays pending")
  void noneStaysPending() {
    listen("bob", options(AckMode.NONE, NOW), listener);

    send("ada", "bob", "one");

    assertThat(listener.awaitContents(1)).containsExactly("one");
    settle();
    assertThat(statuses(inbox("bob"))).containsExactly("pending");
    assertThat(receive("bob")).containsExactly("one");
  }

  @Test
  @DisplayName("IN-3 what is pushed with ack auto is delivered")
  void autoIsDelivered() {
    listen("bob", options(AckMode.AUTO, PENDING), listener);

    send("ada", "bob", "one");

    assertThat(listener.awaitContents(1)).containsExactly("one");
    settle();
    assertThat(statuses(inbox("bob"))).containsExactly("delivered");
    assertThat(receive("bob")).isEmpty();
  }

  @Test
  @DisplayName("IN-3 a listener from now hears only what comes")
  void fromNow() {
    send("ada", "bob", "before");

    Listening listening = listen("bob", options(AckMode.NONE, NOW), listener);
    send("ada", "bob", "after");

    assertThat(listening.cursor()).isZero();
    assertThat(listener.awaitContents(1)).containsExactly("after");
    assertThat(listener.heard()).containsExactly(new Heard.Pushed("after", 1, 0));
  }

  @Test
  @DisplayName("IN-3 a listener from pending hears what waits, oldest first, and then what comes")
  void fromPending() {
    send("ada", "bob", "received");
    receive("bob");
    send("ada", "bob", "waits 1");
    send("ada", "bob", "waits 2");

    listen("bob", options(AckMode.NONE, PENDING), listener);
    listener.awaitContents(2);
    send("ada", "bob", "comes");

    assertThat(listener.awaitContents(3)).containsExactly("waits 1", "waits 2", "comes");
  }

  @Test
  @DisplayName("IN-3 a listener from a cursor hears everything after it, received or not")
  void fromCursor() {
    send("ada", "bob", "zero");
    send("ada", "bob", "one");
    send("ada", "bob", "two");
    receive("bob");

    Listening listening = listen("bob", options(AckMode.NONE, 0), listener);
    listener.awaitContents(2);
    send("ada", "bob", "three");

    assertThat(listening.cursor()).isZero();
    assertThat(listener.awaitContents(3)).containsExactly("one", "two", "three");
  }

  @Test
  @DisplayName("IN-3 with ack auto a cursor does not bring back what was received")
  void autoFromCursor() {
    send("ada", "bob", "zero");
    send("ada", "bob", "one");
    receive("bob");
    send("ada", "bob", "two");

    listen("bob", options(AckMode.AUTO, 0), listener);

    assertThat(listener.awaitContents(1)).containsExactly("two");
  }

  @Test
  @DisplayName("IN-3 a cursor beyond the end is refused, and so is one that cannot be")
  void badCursors() {
    send("ada", "bob", "zero");

    assertThat(refusal(broker.listen(inbox("bob"), options(AckMode.NONE, 1), listener)).code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
    assertThatThrownBy(() -> options(AckMode.NONE, -3)).isInstanceOf(Refused.class);
    assertThat(broker.stats().get("listeners")).isZero();
  }

  @Test
  @DisplayName("IN-3 the last cursor heard is where to go on after a break")
  void goOnAfterBreak() {
    Listening first = listen("bob", options(AckMode.NONE, NOW), listener);
    send("ada", "bob", "one");
    listener.awaitContents(1);
    first.close();
    settle();
    send("ada", "bob", "missed");

    long cursor = listener.copies().getLast().position();
    listen("bob", options(AckMode.NONE, cursor), listener);
    send("ada", "bob", "live");

    assertThat(listener.awaitContents(3)).containsExactly("one", "missed", "live");
  }

  @Test
  @DisplayName("IN-3 everybody who listens hears it")
  void manyListeners() {
    RecordingListener other = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, NOW), listener);
    listen("bob", options(AckMode.NONE, NOW), other);

    send("ada", "bob", "one");

    assertThat(listener.awaitContents(1)).containsExactly("one");
    assertThat(other.awaitContents(1)).containsExactly("one");
    assertThat(broker.stats().get("listeners")).isEqualTo(2);
  }

  @Test
  @DisplayName("IN-3 nobody hears anything after closing, and closing twice is closing once")
  void close() {
    Listening listening = listen("bob", options(AckMode.NONE, NOW), listener);
    RecordingListener other = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, NOW), other);

    listening.close();
    listening.close();
    settle();
    send("ada", "bob", "one");

    other.awaitContents(1);
    assertThat(listener.heard()).isEmpty();
    assertThat(broker.stats().get("listeners")).isEqualTo(1);
  }

  @Test
  @DisplayName("IN-3 sessions have listeners of their own")
  void sessions() {
    createSession("bob", "main", "slack/**");
    RecordingListener session = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, NOW), listener);
    result(broker.listen(inbox("bob", "main"), options(AckMode.NONE, NOW), session));

    send("ada", "bob", "direct");
    route(draft("bridge", "slack/team").content("slack"));

    assertThat(listener.awaitContents(2)).containsExactly("direct", "slack");
    assertThat(session.awaitContents(1)).containsExactly("slack");
    assertThat(listener.copies().getLast().annotation()).contains("\"handled\":true");
  }

  @Test
  @DisplayName("IN-3 a listener can acknowledge by id, but has nothing in flight")
  void ackWithoutFlight() {
    Listening listening = listen("bob", options(AckMode.NONE, NOW), listener);
    MessageId id = idOf(send("ada", "bob", "one"));

    assertThat(result(listening.ack(List.of(id)))).isEqualTo(1);
    assertThat(result(listening.ack(List.of(id)))).isZero();
    assertThat(refusal(listening.ackUpTo(0)).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refusal(listening.ackCursors(new long[] {0})).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  @DisplayName("IN-3 what is sent in the commit that begins the listening is heard once")
  void beginningAndSendingInOneCommit() {
    inOneCommit(
        () -> {
          CompletableFuture<Receipt> _ = routing(draft("ada", "agent/bob").content("before"));
          CompletableFuture<Listening> _ =
              broker.listen(inbox("bob"), options(AckMode.AUTO, PENDING), listener);
          CompletableFuture<Receipt> _ = routing(draft("ada", "agent/bob").content("after"));
        });

    assertThat(listener.awaitContents(2)).containsExactly("before", "after");
    settle();
    assertThat(listener.contents()).hasSize(2);
    assertThat(receive("bob")).isEmpty();
  }

  @Test
  @DisplayName("IN-3 what is received in the commit it was sent in is not pushed to who takes")
  void receivedBeforePushed() {
    List<CompletableFuture<List<Copy>>> received = new ArrayList<>();
    inOneCommit(
        () -> {
          CompletableFuture<Listening> _ =
              broker.listen(inbox("bob"), options(AckMode.AUTO, NOW), listener);
          CompletableFuture<Receipt> _ = routing(draft("ada", "agent/bob").content("one"));
          received.add(broker.receive(inbox("bob"), 10));
          CompletableFuture<Receipt> _ = routing(draft("ada", "agent/bob").content("two"));
        });

    assertThat(EnvelopeFields.contents(result(received.getFirst()))).containsExactly("one");
    assertThat(listener.awaitContents(1)).containsExactly("two");
  }

  @Test
  @DisplayName("IN-3 a listener of a deleted agent is told that it is over")
  void endsWithItsAgent() {
    Listening listening = listen("bob", options(AckMode.NONE, NOW), listener);
    RecordingListener manual = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.MANUAL, NOW), manual);

    result(broker.participants().deleteAgent(agent("bob")));

    assertThat(listener.awaitHeard(1).getFirst())
        .isInstanceOfSatisfying(
            Heard.Ended.class,
            ended -> assertThat(ended.why().code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(manual.awaitHeard(1).getFirst()).isInstanceOf(Heard.Ended.class);
    listening.close();
    settle();
    assertThat(broker.stats().get("listeners")).isZero();
    create("bob");
    send("ada", "bob", "to the new one");
    settle();
    assertThat(listener.heard()).hasSize(1);
  }

  @Test
  @DisplayName("IN-3 window, time and attempts have limits")
  void optionLimits() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new ListenOptions(AckMode.MANUAL, NOW, 0, second, 1))
        .hasMessageContaining("window");
    assertThatThrownBy(() -> new ListenOptions(AckMode.MANUAL, NOW, 1, Duration.ZERO, 1))
        .hasMessageContaining("ackTimeoutMs");
    assertThatThrownBy(() -> new ListenOptions(AckMode.MANUAL, NOW, 1, second, 0))
        .hasMessageContaining("maxAttempts");
  }

  @Test
  @DisplayName("RCPT-1 a push is seen in the receipt")
  void pushedRung() {
    listen("bob", options(AckMode.NONE, NOW), listener);
    MessageId id = idOf(send("ada", "bob", "one"));

    eventually(
        () ->
            result(broker.lookups().status(id)).recipients().getFirst().state()
                == dev.parley.core.store.State.PUSHED);
  }
}
