package dev.parley.testkit.broker;

import static dev.parley.core.delivery.ListenOptions.NOW;
import static dev.parley.core.delivery.ListenOptions.PENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.message.Draft;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages that are of no use after a while. */
abstract class ExpirySuite extends BrokerSuite {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private static Draft.Builder shortLived(String content) {
    return draft("ada", "agent/bob").content(content).ttlMillis(1_000);
  }

  @Test
  @DisplayName("IN-6 a lifetime becomes a time to expire, and an own time wins")
  void expiresAt() {
    assertThat(route(shortLived("ttl")).message().expiresAt()).isEqualTo(START + 1_000);
    assertThat(route(shortLived("both").expiresAt(START + 5)).message().expiresAt())
        .isEqualTo(START + 5);
    assertThat(route(shortLived("never").ttlMillis(Long.MAX_VALUE)).message().expiresAt())
        .isEqualTo(Long.MAX_VALUE);
    assertThat(send("ada", "bob", "plain").message().expiresAt()).isZero();
  }

  @Test
  @DisplayName("IN-6 up to its time a message is received, and from then on never")
  void notReceivedAfterwards() {
    route(shortLived("in time"));
    time.advance(SECOND.minusMillis(1));
    assertThat(receive("bob")).containsExactly("in time");

    route(shortLived("late"));
    time.advance(SECOND);
    assertThat(receive("bob")).isEmpty();
    assertThat(result(broker.peek(inbox("bob"), 10))).isEmpty();
  }

  @Test
  @DisplayName("IN-6 in history it stands as expired; what was received before stays delivered")
  void visibleAsExpired() {
    route(shortLived("received"));
    receive("bob");
    route(shortLived("late"));
    advance(SECOND.multipliedBy(2));

    eventually(() -> statuses(inbox("bob")).equals(List.of("delivered", "expired")));
    assertThat(history(inbox("bob"))).containsExactly("received", "late");
    assertThat(result(broker.stats(inbox("bob"))).pending()).isZero();
    eventually(() -> broker.stats().get("expired") == 1);
  }

  @Test
  @DisplayName("IN-6 it is swept in the background though nobody does anything")
  void sweptInBackground() {
    route(shortLived("late"));
    settle();

    time.advance(SECOND.multipliedBy(2));

    eventually(() -> store.stats(inbox("bob")).pending() == 0);
  }

  @Test
  @DisplayName("IN-6 a message that has expired before it is filed is filed as expired")
  void expiredOnArrival() {
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, NOW), listener);
    List<CompletableFuture<List<Copy>>> received = new ArrayList<>();
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    inOneCommit(
        () -> {
          sent.add(routing(shortLived("late")));
          time.advance(SECOND);
          received.add(broker.receive(inbox("bob"), 10));
        });

    assertThat(result(sent.getFirst()).delivered()).isTrue();
    assertThat(result(received.getFirst())).isEmpty();
    assertThat(statuses(inbox("bob"))).containsExactly("expired");
    send("ada", "bob", "fresh");
    assertThat(listener.awaitContents(1)).containsExactly("fresh");
  }

  @Test
  @DisplayName("IN-6 a message that is too late when it is sent is refused")
  void expiredBeforeItIsSent() {
    var late = draft("ada", "agent/bob").content("late");

    assertThat(refusal(routing(late.expiresAt(START))).code()).isEqualTo(ErrorCode.BAD_REQUEST);

    assertThat(statuses(inbox("bob"))).isEmpty();
    assertThat(route(late.expiresAt(START + 1)).delivered()).isTrue();
  }

  @Test
  @DisplayName("IN-6 what expired is pushed to nobody who comes later or catches up")
  void notPushedAfterwards() {
    RecordingListener slow = RecordingListener.withRoom(0);
    var listening = listen("bob", options(AckMode.AUTO, NOW), slow);
    route(shortLived("late"));
    send("ada", "bob", "fresh");
    time.advance(SECOND);

    slow.giveRoom(10);
    listening.resume();
    RecordingListener later = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, PENDING), later);

    assertThat(slow.awaitContents(1)).containsExactly("fresh");
    settle();
    assertThat(later.contents()).doesNotContain("late");
  }

  @Test
  @DisplayName("IN-6 IN-3 what expires in flight is not pushed again")
  void expiresInFlight() {
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.MANUAL, NOW), listener);
    route(shortLived("late"));
    listener.awaitContents(1);
    settle();

    advance(ACK_TIMEOUT.multipliedBy(2));

    assertThat(listener.contents()).hasSize(1);
    assertThat(statuses(inbox("bob"))).containsExactly("expired");
    assertThat(deadLetters()).isEmpty();
  }

  @Test
  @DisplayName("IN-6 RCPT-1 who waits for a rung is told at once that it cannot be reached")
  void awaitIsTold() {
    Receipt receipt = route(shortLived("late"));
    CompletableFuture<DeliveryStatus> waiting =
        broker.await(idOf(receipt), State.DELIVERED, false, Duration.ofMinutes(5));
    settle();
    assertThat(waiting).isNotDone();

    time.advance(SECOND.multipliedBy(2));

    assertThat(refusal(waiting).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  @DisplayName("DUR-2 times to expire survive a restart")
  void survivesRestart() {
    route(shortLived("late"));
    route(shortLived("later").ttlMillis(60_000));
    restart();

    time.advance(SECOND);

    assertThat(receive("bob")).containsExactly("later");
    restart();
    advance(Duration.ofMinutes(2));
    assertThat(statuses(inbox("bob"))).containsExactly("expired", "delivered");
  }

  @Test
  @DisplayName("DUR-3 what was due in a commit that failed expires in the next one")
  void dueInFailedCommit() {
    route(shortLived("late"));
    settle();
    time.advance(SECOND.minusMillis(1));
    settle();
    store.failCommit(1, Reason.FULL);
    time.advance(Duration.ofMillis(1));
    // Whichever comes first, the alarm's commit or this one, is the one that fails.
    routing(draft("ada", "agent/ada").content("perhaps refused")).handle((_, _) -> "over").join();

    assertThat(receive("bob")).isEmpty();

    assertThat(statuses(inbox("bob"))).containsExactly("expired");
    eventually(() -> broker.stats().get("expired") == 1);
  }

  @Test
  @DisplayName("DUR-3 a message that was refused leaves nothing to expire")
  void refusedMessageLeavesNothing() {
    store.failCommit(1, Reason.FULL);
    refusal(routing(shortLived("refused")));

    List<String> kept = new ArrayList<>();
    store.forEachRecord("expiries", (key, _) -> kept.add(key));
    assertThat(kept).isEmpty();
    advance(SECOND.multipliedBy(2));
    assertThat(broker.stats().get("expired")).isZero();
  }

  @Test
  @DisplayName("IN-6 many that expire together are received by nobody, however they are worked off")
  void flood() {
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      sent.add(routing(shortLived("late")));
    }
    sent.forEach(BrokerSuite::result);
    send("ada", "bob", "fresh");

    time.advance(SECOND);

    assertThat(EnvelopeFields.contents(result(broker.peek(inbox("bob"), 10))))
        .containsExactly("fresh");
    assertThat(receive("bob")).containsExactly("fresh");
    eventually(() -> broker.stats().get("expired") == 2_500);
  }
}
