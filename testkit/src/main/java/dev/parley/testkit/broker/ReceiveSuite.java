package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Fetching what is pending, and what becomes of it. */
abstract class ReceiveSuite extends BrokerSuite {

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private Receipt sendWith(Priority priority, String content) {
    return route(draft("ada", "agent/bob").content(content).priority(priority));
  }

  @Test
  @DisplayName("IN-1 the highest priority comes first, and then the oldest")
  void order() {
    sendWith(Priority.LOW, "low 1");
    sendWith(Priority.NORMAL, "normal 1");
    sendWith(Priority.HIGH, "high 1");
    sendWith(Priority.NORMAL, "normal 2");
    sendWith(Priority.LOW, "low 2");
    sendWith(Priority.HIGH, "high 2");

    assertThat(receive("bob"))
        .containsExactly("high 1", "high 2", "normal 1", "normal 2", "low 1", "low 2");
  }

  @Test
  @DisplayName("IN-1 what was received is delivered and does not come again")
  void marksDelivered() {
    send("ada", "bob", "one");

    List<Copy> copies = result(broker.receive(inbox("bob"), 10));

    assertThat(copies.getFirst().state()).isEqualTo(State.DELIVERED);
    assertThat(receive("bob")).isEmpty();
    assertThat(statuses(inbox("bob"))).containsExactly("delivered");
  }

  @Test
  @DisplayName("IN-1 a limit takes the first so many and leaves the others")
  void limit() {
    send("ada", "bob", "one");
    send("ada", "bob", "two");
    send("ada", "bob", "three");

    assertThat(EnvelopeFields.contents(result(broker.receive(inbox("bob"), 2))))
        .containsExactly("one", "two");
    assertThat(receive("bob")).containsExactly("three");
  }

  @Test
  @DisplayName("IN-1 many are received in one go, in order")
  void many() {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      send("ada", "bob", "m" + i);
      sent.add("m" + i);
    }

    assertThat(EnvelopeFields.contents(result(broker.receive(inbox("bob"), 97))))
        .isEqualTo(sent.subList(0, 97));
    assertThat(receive("bob")).isEqualTo(sent.subList(97, 100));
  }

  @Test
  @DisplayName("IN-1 of large messages one call takes only some, and the others wait")
  void large() {
    String content = "x".repeat(900_000);
    for (int i = 0; i < 50; i++) {
      send("ada", "bob", content);
    }

    int received = 0;
    for (List<Copy> some = takeAll(); !some.isEmpty(); some = takeAll()) {
      assertThat(some).hasSizeLessThanOrEqualTo(32);
      received += some.size();
    }

    assertThat(received).isEqualTo(50);
  }

  private List<Copy> takeAll() {
    return result(broker.receive(inbox("bob"), 1_000));
  }

  @Test
  @DisplayName("IN-1 a peek shows the same and marks nothing")
  void peek() {
    sendWith(Priority.NORMAL, "one");
    sendWith(Priority.HIGH, "two");

    assertThat(EnvelopeFields.contents(result(broker.peek(inbox("bob"), 1))))
        .containsExactly("two");
    assertThat(EnvelopeFields.contents(result(broker.peek(inbox("bob"), 10))))
        .containsExactly("two", "one");
    assertThat(statuses(inbox("bob"))).containsExactly("pending", "pending");
    assertThat(receive("bob")).containsExactly("two", "one");
  }

  @Test
  @DisplayName("IN-1 two who receive at once never get the same copy")
  void concurrentReceivers() {
    List<String> sent = new ArrayList<>();
    List<CompletableFuture<List<Copy>>> receiving = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      send("ada", "bob", "m" + i);
      sent.add("m" + i);
    }
    for (int i = 0; i < 50; i++) {
      receiving.add(broker.receive(inbox("bob"), 7));
    }

    List<String> received =
        receiving.stream().flatMap(each -> EnvelopeFields.contents(result(each)).stream()).toList();

    assertThat(received).containsExactlyElementsOf(sent);
  }

  @Test
  @DisplayName("IN-1 a copy sent and received in one commit is received once")
  void sentAndReceivedInOneCommit() {
    List<CompletableFuture<List<Copy>>> receiving = new ArrayList<>();
    inOneCommit(
        () -> {
          receiving.add(broker.receive(inbox("bob"), 10));
          CompletableFuture<Receipt> _ = routing(draft("ada", "agent/bob").content("one"));
          receiving.add(broker.receive(inbox("bob"), 10));
          receiving.add(broker.receive(inbox("bob"), 10));
        });

    assertThat(receiving.stream().map(each -> EnvelopeFields.contents(result(each))))
        .containsExactly(List.of(), List.of("one"), List.of());
  }

  @Test
  @DisplayName("IN-2 marking read counts those that moved, whatever they were before")
  void markRead() {
    MessageId one = idOf(send("ada", "bob", "one"));
    MessageId two = idOf(send("ada", "bob", "two"));
    MessageId elsewhere = idOf(send("bob", "ada", "three"));
    result(broker.receive(inbox("bob"), 1));

    assertThat(result(broker.markRead(inbox("bob"), List.of(one, two, elsewhere)))).isEqualTo(2);
    assertThat(result(broker.markRead(inbox("bob"), List.of(one, two)))).isZero();

    assertThat(statuses(inbox("bob"))).containsExactly("read", "read");
    assertThat(receive("bob")).isEmpty();
    assertThat(receive("ada")).containsExactly("three");
  }

  @Test
  @DisplayName("IN-2 acknowledging without listening marks delivered")
  void ack() {
    MessageId one = idOf(send("ada", "bob", "one"));
    send("ada", "bob", "two");

    assertThat(result(broker.ack(inbox("bob"), List.of(one)))).isEqualTo(1);

    assertThat(receive("bob")).containsExactly("two");
  }

  @Test
  @DisplayName("IN-2 an inbox counts what is stored, pending and unread")
  void statistics() {
    MessageId one = idOf(send("ada", "bob", "one"));
    send("ada", "bob", "two");
    send("ada", "bob", "three");
    result(broker.receive(inbox("bob"), 2));
    result(broker.markRead(inbox("bob"), List.of(one)));

    BoxStats stats = result(broker.stats(inbox("bob")));

    assertThat(stats.stored()).isEqualTo(3);
    assertThat(stats.pending()).isEqualTo(1);
    assertThat(stats.unread()).isEqualTo(2);
    assertThat(broker.stats().get("accepted")).isEqualTo(3);
    assertThat(broker.stats().get("received")).isEqualTo(2);
  }

  @Test
  @DisplayName("IN-2 clearing empties an inbox and nobody else's")
  void clear() {
    create("eve");
    route(draft("ada", "agent/**").content("all"));
    send("ada", "bob", "more");

    assertThat(result(broker.clear(inbox("bob")))).isEqualTo(2);

    assertThat(history(inbox("bob"))).isEmpty();
    assertThat(receive("bob")).isEmpty();
    assertThat(receive("eve")).containsExactly("all");
    send("ada", "bob", "after");
    assertThat(receive("bob")).containsExactly("after");
  }

  @Test
  @DisplayName("DUR-2 states survive a restart")
  void statesSurvive() {
    MessageId read = idOf(send("ada", "bob", "read"));
    send("ada", "bob", "delivered");
    result(broker.receive(inbox("bob"), 2));
    result(broker.markRead(inbox("bob"), List.of(read)));
    send("ada", "bob", "pending");

    restart();

    assertThat(statuses(inbox("bob"))).containsExactly("read", "delivered", "pending");
    assertThat(receive("bob")).containsExactly("pending");
  }

  @Test
  @DisplayName("IN-1 an inbox nobody has is empty")
  void unknownInbox() {
    assertThat(receive("nobody")).isEmpty();
    assertThat(result(broker.peek(inbox("nobody"), 5))).isEmpty();
    assertThat(history(inbox("nobody"))).isEmpty();
    assertThat(result(broker.clear(inbox("nobody")))).isZero();
  }
}
