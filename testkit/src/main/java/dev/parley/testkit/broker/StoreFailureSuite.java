package dev.parley.testkit.broker;

import static dev.parley.core.delivery.ListenOptions.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.GroupName;
import dev.parley.core.address.Pattern;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Participants;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.StoreException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A commit that fails has not happened, for anybody, on disk or in memory. */
abstract class StoreFailureSuite extends BrokerSuite {
  private final List<CompletableFuture<?>> asked = new ArrayList<>();

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  /** Everything that changes something, in one commit. */
  private void askForEverything(MessageId pending) {
    Participants participants = broker.participants();
    asked.clear();
    inOneCommit(
        () -> {
          asked.add(participants.createAgent(agent("eve"), null, null, null, null));
          asked.add(participants.createSession(session("bob", "main"), null));
          asked.add(participants.subscribe(session("bob", "main"), Pattern.parse("slack/**")));
          asked.add(participants.subscribe(agent("ada"), Pattern.parse("news/**")));
          asked.add(participants.putGroup(new GroupName("team"), List.of(agent("bob"))));
          asked.add(routing(draft("ada", "agent/bob").content("new").idempotencyKey("k")));
          asked.add(routing(draft("ada", "agent/zoe").content("dead").ttlMillis(60_000)));
          asked.add(broker.markRead(inbox("bob"), List.of(pending)));
          asked.add(broker.receive(inbox("ada"), 10));
        });
  }

  @Test
  @DisplayName("DUR-3 all requests of a failed commit are refused and nothing of them is visible")
  void nothingHappened() {
    MessageId pending = idOf(send("ada", "bob", "pending"));
    send("bob", "ada", "for ada");
    long subscriptions = broker.participants().subscriptionCount();
    store.failCommit(1, Reason.FULL);

    askForEverything(pending);

    asked.forEach(each -> assertThat(refusal(each).code()).isEqualTo(ErrorCode.STORE_FULL));
    assertThat(broker.participants().agent(agent("eve"))).isEmpty();
    assertThat(broker.participants().sessions(agent("bob"))).isEmpty();
    assertThat(broker.participants().groups()).isEmpty();
    assertThat(broker.participants().subscriptionCount()).isEqualTo(subscriptions);
    assertThat(history(inbox("bob"))).containsExactly("pending");
    assertThat(statuses(inbox("bob"))).containsExactly("pending");
    assertThat(statuses(inbox("ada"))).containsExactly("pending");
    assertThat(deadLetters()).isEmpty();
    assertThat(history(BoxId.outbox("ada"))).containsExactly("pending");
  }

  @Test
  @DisplayName("DUR-3 the same requests succeed afterwards, and what they made is whole")
  void nextTimeItSucceeds() {
    MessageId pending = idOf(send("ada", "bob", "pending"));
    send("bob", "ada", "for ada");
    store.failCommit(1, Reason.FULL);
    askForEverything(pending);
    asked.forEach(BrokerSuite::refusal);

    askForEverything(pending);

    asked.forEach(BrokerSuite::result);
    assertThat(((Receipt) result(asked.get(5))).duplicate()).isFalse();
    assertThat(receive("bob")).containsExactly("new");
    assertThat(route(draft("x", "slack/x").content("s")).sessions())
        .containsExactly(session("bob", "main"));
    assertThat(route(draft("x", "news/x")).agents()).containsExactly(agent("ada"));
    assertThat(route(draft("x", "group/team")).agents()).containsExactly(agent("bob"));
    restart();
    assertThat(history(inbox("bob"))).contains("pending", "new", "s");
  }

  @Test
  @DisplayName("DUR-3 a delete that failed deleted nothing")
  void failedDelete() {
    createSession("bob", "main", "slack/**");
    result(broker.participants().putGroup(new GroupName("team"), List.of(agent("bob"))));
    send("ada", "bob", "kept");
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, NOW), listener);
    store.failCommit(1, Reason.FULL);

    assertThat(refusal(broker.participants().deleteAgent(agent("bob"))).code())
        .isEqualTo(ErrorCode.STORE_FULL);

    assertThat(receive("bob")).containsExactly("kept");
    assertThat(route(draft("x", "slack/x")).sessions()).hasSize(1);
    assertThat(route(draft("x", "group/team")).agents()).containsExactly(agent("bob"));
    assertThat(listener.awaitContents(2)).hasSize(2);
    result(broker.participants().deleteAgent(agent("bob")));
    assertThat(broker.participants().sessions(agent("bob"))).isEmpty();
  }

  @Test
  @DisplayName("DUR-3 what cannot be written for other reasons is unavailable")
  void unavailable() {
    for (Reason reason : List.of(Reason.READ_ONLY, Reason.CORRUPT, Reason.FAILED)) {
      store.failCommit(1, reason);
      assertThat(refusal(routing(draft("ada", "agent/bob"))).code())
          .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
      assertThat(broker.isReady()).isFalse();
      send("ada", "bob", "again");
      assertThat(broker.isReady()).isTrue();
    }
  }

  @Test
  @DisplayName("DUR-3 what cannot be read is unavailable too")
  void unreadable() {
    MessageId id = idOf(send("ada", "bob", "x"));
    store.failReads(Reason.FAILED);

    assertThat(refusal(broker.peek(inbox("bob"), 1)).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
    assertThat(refusal(broker.lookups().status(id)).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
  }

  @Test
  @DisplayName("DUR-3 IN-3 listeners hear nothing of what failed, and everything that did not")
  void listeners() {
    RecordingListener copies = RecordingListener.withMuchRoom();
    RecordingListener takers = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, NOW), copies);
    listen("bob", options(AckMode.MANUAL, NOW), takers);
    send("ada", "bob", "one");
    takers.awaitContents(1);
    settle();
    store.failCommit(1, Reason.FULL);
    refusal(routing(draft("ada", "agent/bob").content("failed")));
    send("ada", "bob", "two");

    assertThat(copies.awaitContents(2)).containsExactly("one", "two");
    assertThat(takers.awaitContents(2)).containsExactly("one", "two");
    assertThat(takers.copies().getLast().position()).isEqualTo(1);
  }

  @Test
  @DisplayName("DUR-3 IN-3 an acknowledgement that failed has not been made")
  void failedAck() {
    RecordingListener listener = RecordingListener.withMuchRoom();
    Listening listening = listen("bob", options(AckMode.MANUAL, NOW), listener);
    send("ada", "bob", "one");
    listener.awaitContents(1);
    settle();
    store.failCommit(1, Reason.FULL);
    assertThat(refusal(listening.ackUpTo(0)).code()).isEqualTo(ErrorCode.STORE_FULL);

    advance(ACK_TIMEOUT);

    listener.awaitContents(2);
    assertThat(result(listening.ackUpTo(0))).isEqualTo(1);
  }

  @Test
  @DisplayName("DUR-3 IN-3 giving up is tried again until it is durable")
  void failedGivingUp() {
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", new ListenOptions(AckMode.MANUAL, NOW, 10, ACK_TIMEOUT, 1), listener);
    send("ada", "bob", "one");
    listener.awaitContents(1);
    settle();
    store.failCommits(Reason.FULL);
    advance(ACK_TIMEOUT);
    assertThat(deadLetters()).isEmpty();

    store.heal();
    advance(Duration.ofSeconds(1));
    advance(Duration.ofSeconds(1));

    eventually(() -> deadLetters().equals(List.of("one")));
    assertThat(statuses(inbox("bob"))).containsExactly("failed");
  }

  @Test
  @DisplayName("DUR-3 IN-3 the mark of a push with ack auto is made once the store is well again")
  void failedMark() {
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.AUTO, NOW), listener);
    store.failCommit(2, Reason.FULL); // the first takes the message, the second the mark
    send("ada", "bob", "one");
    listener.awaitContents(1);

    eventually(() -> statuses(inbox("bob")).equals(List.of("delivered")));
    List<Copy> received = result(broker.receive(inbox("bob"), 1));
    assertThat(received).isEmpty();
  }

  @Test
  @DisplayName(
      "DUR-3 when nobody knows how a commit ended, nothing more is accepted and it is said")
  void uncertain() {
    store.failCommit(1, Reason.UNCERTAIN);

    Refused refusal = refusal(routing(draft("ada", "agent/bob")));

    assertThat(refusal).hasMessageContaining("it may have been accepted");
    assertThat(result(broker.lost())).hasMessageContaining("told to fail");
    assertThat(refusal(routing(draft("ada", "agent/bob"))).code())
        .isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(broker.isReady()).isFalse();
    restart();
    send("ada", "bob", "again");
    assertThat(broker.lost()).isNotDone();
  }
}
