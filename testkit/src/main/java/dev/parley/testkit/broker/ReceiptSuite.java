package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How far each recipient's copy has climbed, and waiting for it. */
abstract class ReceiptSuite extends BrokerSuite {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Pattern COUNT = Pattern.compile("\"([a-z]+)\":([0-9]+)");

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve");
  }

  private List<State> states(MessageId id) {
    return result(broker.lookups().status(id)).recipients().stream()
        .map(copy -> copy.state())
        .toList();
  }

  private CompletableFuture<DeliveryStatus> awaiting(MessageId id, State rung) {
    return broker.await(id, rung, false, LONG);
  }

  @Test
  @DisplayName("RCPT-1 a status lists every inbox the message is in")
  void status() {
    createSession("bob", "main", "agent/bob");
    MessageId id = idOf(route(draft("ada", "agent/bob,eve").content("x")));

    assertThat(result(broker.lookups().status(id)).recipients())
        .extracting(copy -> copy.box())
        .containsExactlyInAnyOrder(inbox("bob"), inbox("bob", "main"), inbox("eve"));
    assertThat(states(id)).containsOnly(State.ACCEPTED);
  }

  @Test
  @DisplayName("IN-5 what was sent shows how far it has come, each recipient counted once")
  void sentShowsProgress() {
    createSession("bob", "main", "agent/bob");
    MessageId id = idOf(route(draft("ada", "agent/bob,eve,zoe").content("x")));
    assertThat(sentBy("ada")).containsExactly("1 dead, 2 pending of 3: accepted");

    result(broker.markRead(inbox("bob", "main"), List.of(id)));
    assertThat(sentBy("ada")).containsExactly("1 dead, 1 pending, 1 read of 3: accepted");

    receive("eve");
    assertThat(sentBy("ada")).containsExactly("1 dead, 1 delivered, 1 read of 3: failed");

    result(broker.clear(inbox("eve")));
    assertThat(sentBy("ada")).containsExactly("1 cleared, 1 dead, 1 read of 3: accepted");
    assertThat(result(broker.lookups().status(id)).counts().recipients()).isEqualTo(3);
  }

  @Test
  @DisplayName("IN-5 what was sent to one reader is read, what reached nobody is dead")
  void sentToOneAndToNobody() {
    MessageId id = idOf(send("ada", "bob", "x"));
    result(broker.markRead(inbox("bob"), List.of(id)));
    send("ada", "zoe", "y");
    route(draft("ada", "news/today"));

    assertThat(sentBy("ada"))
        .containsExactly("1 read of 1: read", "1 dead of 1: failed", "1 dead of 1: failed");
  }

  /** What the sender is shown of each message, and the state of its own copy. */
  private List<String> sentBy(String sender) {
    HistoryQuery all = HistoryQuery.onwards(10, -1);
    return result(broker.lookups().history(BoxId.outbox(sender), all)).copies().stream()
        .map(ReceiptSuite::shown)
        .toList();
  }

  private static String shown(Copy copy) {
    Matcher counts = COUNT.matcher(Objects.requireNonNull(copy.annotation()));
    Map<String, String> found = new TreeMap<>();
    while (counts.find()) {
      found.put(counts.group(1), counts.group(2));
    }
    String all = found.remove("recipients");
    found.values().removeIf("0"::equals);
    return found.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", "))
        + (" of " + all + ": " + copy.state().wireName());
  }

  @Test
  @DisplayName("RCPT-1 each rung is seen when it is reached")
  void rungs() {
    MessageId id = idOf(send("ada", "bob", "x"));
    assertThat(states(id)).containsExactly(State.ACCEPTED);
    RecordingListener listener = RecordingListener.withMuchRoom();
    Listening listening = listen("bob", options(AckMode.MANUAL, ListenOptions.PENDING), listener);
    listener.awaitContents(1);
    eventually(() -> states(id).equals(List.of(State.PUSHED)));
    result(listening.ackUpTo(0));
    assertThat(states(id)).containsExactly(State.DELIVERED);
    result(broker.markRead(inbox("bob"), List.of(id)));
    assertThat(states(id)).containsExactly(State.READ);
  }

  @Test
  @DisplayName("RCPT-1 who waits for a rung is answered as soon as it is reached")
  void awaited() {
    MessageId id = idOf(send("ada", "bob", "x"));
    assertThat(result(awaiting(id, State.ACCEPTED)).id()).isEqualTo(id);
    CompletableFuture<DeliveryStatus> pushed = awaiting(id, State.PUSHED);
    CompletableFuture<DeliveryStatus> delivered = awaiting(id, State.DELIVERED);
    CompletableFuture<DeliveryStatus> read = awaiting(id, State.READ);
    settle();
    assertThat(pushed).isNotDone();

    RecordingListener listener = RecordingListener.withMuchRoom();
    Listening listening = listen("bob", options(AckMode.MANUAL, ListenOptions.PENDING), listener);
    assertThat(result(pushed).recipients().getFirst().state()).isEqualTo(State.PUSHED);
    assertThat(delivered).isNotDone();

    result(listening.ack(List.of(id)));
    assertThat(result(delivered).recipients().getFirst().state()).isEqualTo(State.DELIVERED);
    assertThat(read).isNotDone();

    result(broker.markRead(inbox("bob"), List.of(id)));
    assertThat(result(read).recipients().getFirst().state()).isEqualTo(State.READ);
    assertThat(result(awaiting(id, State.PUSHED))).isNotNull();
  }

  @Test
  @DisplayName("RCPT-1 received, pushed with ack auto, acknowledged anywhere: all of it is told")
  void everyWayToDelivered() {
    MessageId received = idOf(send("ada", "bob", "x"));
    CompletableFuture<DeliveryStatus> waiting = awaiting(received, State.DELIVERED);
    settle();
    receive("bob");
    result(waiting);

    MessageId acked = idOf(send("ada", "bob", "x"));
    waiting = awaiting(acked, State.DELIVERED);
    settle();
    result(broker.ack(inbox("bob"), List.of(acked)));
    result(waiting);

    Listening manual =
        listen("bob", options(AckMode.MANUAL, ListenOptions.NOW), RecordingListener.withRoom(0));
    MessageId notInFlight = idOf(send("ada", "bob", "x"));
    waiting = awaiting(notInFlight, State.DELIVERED);
    settle();
    result(manual.ack(List.of(notInFlight)));
    result(waiting);

    MessageId auto = idOf(send("ada", "eve", "x"));
    waiting = awaiting(auto, State.DELIVERED);
    settle();
    listen("eve", options(AckMode.AUTO, ListenOptions.PENDING), RecordingListener.withMuchRoom());
    result(waiting);
  }

  @Test
  @DisplayName("RCPT-1 all of several recipients, or any")
  void allOrAny() {
    MessageId id = idOf(route(draft("ada", "agent/bob,eve")));
    CompletableFuture<DeliveryStatus> any = broker.await(id, State.DELIVERED, true, LONG);
    CompletableFuture<DeliveryStatus> all = broker.await(id, State.DELIVERED, false, LONG);

    receive("eve");
    result(any);
    settle();
    assertThat(all).isNotDone();
    receive("bob");
    result(all);
  }

  @Test
  @DisplayName("RCPT-1 too long a wait is a timeout")
  void timeout() {
    MessageId id = idOf(send("ada", "bob", "x"));
    CompletableFuture<DeliveryStatus> waiting = awaiting(id, State.DELIVERED);
    settle();

    time.advance(LONG);

    Refused refusal = refusal(waiting);
    assertThat(refusal.code()).isEqualTo(ErrorCode.TIMEOUT);
    assertThat(refusal).hasMessageContaining(id.toString()).hasMessageContaining("delivered");
  }

  @Test
  @DisplayName("RCPT-1 what is given up on can no longer be delivered, and who waits is told")
  void givenUp() {
    MessageId id = idOf(route(draft("ada", "agent/bob,eve").content("x")));
    CompletableFuture<DeliveryStatus> all = awaiting(id, State.DELIVERED);
    CompletableFuture<DeliveryStatus> any = broker.await(id, State.DELIVERED, true, LONG);
    CompletableFuture<DeliveryStatus> failed = broker.await(id, State.FAILED, true, LONG);
    giveUp("bob");

    assertThat(refusal(all).code()).isEqualTo(ErrorCode.CONFLICT);
    result(failed);
    assertThat(any).isNotDone();
    receive("eve");
    result(any);
  }

  @Test
  @DisplayName("RCPT-1 RT-2 after a replay it is the new copy that counts")
  void replayed() {
    MessageId id = idOf(send("ada", "bob", "x"));
    giveUp("bob");
    assertThat(states(id)).containsExactly(State.FAILED);
    result(broker.replayDeadLetters(List.of()));

    assertThat(states(id)).containsExactly(State.ACCEPTED);
    CompletableFuture<DeliveryStatus> waiting = awaiting(id, State.DELIVERED);
    assertThat(receive("bob")).containsExactly("x");
    result(waiting);
    assertThat(result(broker.markRead(inbox("bob"), List.of(id)))).isEqualTo(1);
  }

  @Test
  @DisplayName("RCPT-1 nobody's message is a conflict, and an unknown one is not found")
  void nobody() {
    MessageId lost = idOf(send("ada", "nobody", "x"));

    assertThat(result(broker.lookups().status(lost)).recipients()).isEmpty();
    assertThat(refusal(awaiting(lost, State.DELIVERED)).code()).isEqualTo(ErrorCode.CONFLICT);
    MessageId unknown = new MessageId(1, 2);
    assertThat(refusal(broker.lookups().status(unknown)).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refusal(awaiting(unknown, State.READ)).code()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("RCPT-1 nobody who has been answered is remembered, nor their alarms")
  void leavesNothing() {
    int before = time.alarms();
    for (int i = 0; i < 20; i++) {
      MessageId id = idOf(send("ada", "bob", "x"));
      CompletableFuture<DeliveryStatus> waiting = awaiting(id, State.DELIVERED);
      receive("bob");
      result(waiting);
    }

    assertThat(time.alarms()).isEqualTo(before);
  }

  private void giveUp(String agent) {
    RecordingListener listener = RecordingListener.withMuchRoom();
    Listening listening =
        listen(
            agent,
            new ListenOptions(AckMode.MANUAL, ListenOptions.PENDING, 10, ACK_TIMEOUT, 1),
            listener);
    listener.awaitContents(1);
    settle();
    time.advance(ACK_TIMEOUT);
    eventually(() -> !deadLetters().isEmpty());
    listening.close();
  }
}
