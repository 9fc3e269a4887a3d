package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.StoreException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sent twice, delivered once. */
abstract class IdempotencySuite extends BrokerSuite {
  private static final MessageId OWN = MessageId.parse("0198c0de-0000-4000-8000-000000000001");
  private static final Duration WINDOW = Duration.ofMinutes(10);

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve");
  }

  private static Draft.Builder withId(String from) {
    return draft(from, "agent/bob").content("hello").id(OWN);
  }

  private static Draft.Builder withKey(String from) {
    return draft(from, "agent/bob").content("hello").idempotencyKey("order-1");
  }

  @Test
  @DisplayName("RT-4 a message keeps the id its sender gave it")
  void ownIdIsKept() {
    Receipt receipt = route(withId("ada"));

    assertThat(idOf(receipt)).isEqualTo(OWN);
    assertThat(EnvelopeFields.of(receipt.message(), "id")).isEqualTo(OWN.toString());
    assertThat(result(broker.lookups().find(OWN))).isPresent();
  }

  @Test
  @DisplayName("RT-4 the same own id is delivered once and gets the first receipt")
  void ownIdTwice() {
    Receipt first = route(withId("ada"));
    Receipt second = route(withId("ada"));

    assertThat(second.duplicate()).isTrue();
    assertThat(second.message()).isEqualTo(first.message());
    assertThat(second.agents()).isEqualTo(first.agents());
    assertThat(receive("bob")).containsExactly("hello");
    assertThat(broker.stats().get("duplicates")).isEqualTo(1);
  }

  @Test
  @DisplayName("RT-4 the same idempotency key is delivered once and gets the first receipt")
  void keyTwice() {
    createSession("bob", "main", "agent/bob");
    Receipt first = route(withKey("ada"));
    Receipt second = route(withKey("ada"));

    assertThat(second.duplicate()).isTrue();
    assertThat(idOf(second)).isEqualTo(idOf(first));
    assertThat(second.agents()).isEqualTo(first.agents());
    assertThat(second.sessions()).isEqualTo(first.sessions());
    assertThat(receive("bob")).containsExactly("hello");
  }

  @Test
  @DisplayName("RT-4 the same id or key with anything else in it is a conflict and changes nothing")
  void otherContent() {
    Receipt byId = route(withId("ada"));
    Receipt byKey = route(withKey("ada"));
    List<UnaryOperator<Draft.Builder>> changes =
        List.of(
            draft -> draft.content("changed"),
            draft -> draft.to(Path.parse("agent/eve")),
            draft -> draft.payload("{\"a\":1}".getBytes(StandardCharsets.UTF_8)),
            draft -> draft.priority(Priority.HIGH),
            draft -> draft.ttlMillis(60_000),
            draft -> draft.extras("\"metadata\":{}".getBytes(StandardCharsets.UTF_8)));

    for (UnaryOperator<Draft.Builder> change : changes) {
      assertThat(refusal(routing(change.apply(withId("ada")))))
          .hasMessageContaining(OWN.toString())
          .returns(ErrorCode.CONFLICT, Refused::code);
      assertThat(refusal(routing(change.apply(withKey("ada")))))
          .hasMessageContaining("order-1")
          .hasMessageContaining(idOf(byKey).toString())
          .returns(ErrorCode.CONFLICT, Refused::code);
    }

    assertThat(idOf(route(withId("ada")))).isEqualTo(idOf(byId));
    assertThat(receive("bob")).containsExactly("hello", "hello");
    assertThat(receive("eve")).isEmpty();
  }

  @Test
  @DisplayName("RT-4 who tries again in another trace says the same")
  void otherTrace() {
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b%d-01";
    Receipt first = route(withId("ada").traceparent(trace.formatted(1)));
    Receipt second = route(withId("ada").traceparent(trace.formatted(2)));
    Receipt third = route(withId("ada"));

    assertThat(second.duplicate() && third.duplicate()).isTrue();
    assertThat(EnvelopeFields.of(first.message(), "traceparent")).isEqualTo(trace.formatted(1));
    assertThat(receive("bob")).containsExactly("hello");
  }

  @Test
  @DisplayName("RT-4 other content is a conflict within one commit too")
  void otherContentInOneCommit() {
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    inOneCommit(
        () -> {
          sent.add(routing(withKey("ada")));
          sent.add(routing(withKey("ada").content("changed")));
        });

    assertThat(result(sent.get(0)).duplicate()).isFalse();
    assertThat(refusal(sent.get(1)).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  @DisplayName("RT-4 a lifetime is counted from the first sending")
  void lifetimeRepeated() {
    Receipt first = route(withKey("ada").ttlMillis(1_000));
    advance(Duration.ofMillis(500));

    Receipt second = route(withKey("ada").ttlMillis(1_000));

    assertThat(second.message().expiresAt()).isEqualTo(first.message().expiresAt());
  }

  @Test
  @DisplayName("RT-4 the first receipt is given again whatever became of the copies")
  void firstReceiptAfterwards() {
    createSession("bob", "main", "agent/bob");
    Receipt first = route(withKey("ada").expiresAt(time.millis() + 1_000));
    advance(Duration.ofSeconds(2));
    result(broker.clear(inbox("bob")));
    store.sweep(1_000);

    Receipt second = route(withKey("ada").expiresAt(first.message().expiresAt()));

    assertThat(second.duplicate()).isTrue();
    assertThat(second.delivered()).isTrue();
    assertThat(second.agents()).isEqualTo(first.agents());
    assertThat(second.sessions()).isEqualTo(first.sessions());
  }

  @Test
  @DisplayName("RT-4 RT-2 a dead letter's first receipt says nobody, also after it was replayed")
  void firstReceiptOfADeadLetter() {
    Draft.Builder toNobody = draft("ada", "agent/zoe").content("hello").idempotencyKey("k");
    Receipt first = route(toNobody);
    assertThat(first.delivered()).isFalse();
    create("zoe");
    result(broker.replayDeadLetters(List.of(idOf(first))));
    assertThat(receive("zoe")).containsExactly("hello");

    assertThat(route(toNobody).delivered()).isFalse();
  }

  @Test
  @DisplayName("RT-4 a key belongs to its sender")
  void keysOfOthers() {
    route(withKey("ada"));

    assertThat(route(withKey("eve")).duplicate()).isFalse();
    assertThat(receive("bob")).hasSize(2);
  }

  @Test
  @DisplayName("RT-4 another sender's id is a conflict")
  void idOfAnotherSender() {
    route(withId("ada"));

    assertThat(refusal(routing(withId("eve"))).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(receive("bob")).hasSize(1);
  }

  @Test
  @DisplayName("RT-4 two of a kind in one commit are delivered once")
  void twiceInOneCommit() {
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    inOneCommit(
        () -> {
          sent.add(routing(withId("ada")));
          sent.add(routing(withId("ada")));
          sent.add(routing(withKey("ada")));
          sent.add(routing(withKey("ada")));
        });

    assertThat(sent.stream().map(each -> result(each).duplicate()))
        .containsExactly(false, true, false, true);
    assertThat(idOf(result(sent.get(3)))).isEqualTo(idOf(result(sent.get(2))));
    assertThat(receive("bob")).hasSize(2);
  }

  @Test
  @DisplayName("RT-4 another sender's id is a conflict within one commit too")
  void idOfAnotherSenderInOneCommit() {
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    inOneCommit(
        () -> {
          sent.add(routing(withId("ada")));
          sent.add(routing(withId("eve")));
        });

    assertThat(result(sent.get(0)).duplicate()).isFalse();
    assertThat(refusal(sent.get(1)).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  @DisplayName("RT-4 DUR-2 repeats are recognised across a restart")
  void acrossRestart() {
    Receipt byId = route(withId("ada"));
    Receipt byKey = route(withKey("ada"));

    restart();

    assertThat(route(withId("ada")).duplicate()).isTrue();
    assertThat(idOf(route(withId("ada")))).isEqualTo(idOf(byId));
    assertThat(route(withKey("ada")).duplicate()).isTrue();
    assertThat(idOf(route(withKey("ada")))).isEqualTo(idOf(byKey));
  }

  @Test
  @DisplayName("RT-4 once the window is over a key may be used again")
  void keyAfterWindow() {
    Receipt first = route(withKey("ada"));
    advance(WINDOW.minusMillis(1));
    assertThat(route(withKey("ada")).duplicate()).isTrue();
    advance(Duration.ofMillis(1));

    Receipt again = route(withKey("ada"));

    assertThat(again.duplicate()).isFalse();
    assertThat(idOf(again)).isNotEqualTo(idOf(first));
    assertThat(route(withKey("ada")).duplicate()).isTrue();
    assertThat(receive("bob")).hasSize(2);
  }

  @Test
  @DisplayName("RT-4 a key whose window ended while the hub was down may be used again")
  void keyAfterWindowAcrossRestart() {
    route(withKey("ada"));
    time.advance(WINDOW);
    restart();

    assertThat(route(withKey("ada")).duplicate()).isFalse();
  }

  @Test
  @DisplayName("RT-4 once the window is over an own id is a conflict, for ids are unique")
  void idAfterWindow() {
    route(withId("ada"));
    advance(WINDOW.plusMillis(1));

    assertThat(refusal(routing(withId("ada"))).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  @DisplayName("RT-4 DUR-3 what a failed commit did not take is accepted when it comes again")
  void retryAfterFailedCommit() {
    store.failCommit(1, Reason.FULL);
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    inOneCommit(
        () -> {
          sent.add(routing(withId("ada")));
          sent.add(routing(withKey("ada")));
        });
    sent.forEach(each -> assertThat(refusal(each).code()).isEqualTo(ErrorCode.STORE_FULL));

    assertThat(route(withId("ada")).duplicate()).isFalse();
    assertThat(route(withKey("ada")).duplicate()).isFalse();

    assertThat(receive("bob")).hasSize(2);
  }

  @Test
  @DisplayName("RT-4 DUR-3 a failed commit does not make an old key forgotten in the store")
  void oldKeysAfterFailedCommit() {
    route(withKey("ada"));
    advance(WINDOW);
    store.failCommit(1, Reason.FULL);
    assertThat(refusal(routing(withKey("ada"))).code()).isEqualTo(ErrorCode.STORE_FULL);

    send("ada", "bob", "another");

    List<String> kept = new ArrayList<>();
    store.forEachRecord("repeats", (key, _) -> kept.add(key));
    assertThat(kept).isEmpty();
  }

  @Test
  @DisplayName("RT-4 a repeat whose first message has been forgotten is told so, not left waiting")
  void firstMessageForgotten() {
    route(withKey("ada"));
    result(broker.clear(inbox("bob")));
    result(broker.clear(dev.parley.core.store.BoxId.outbox("ada")));
    store.sweep(1_000);

    assertThat(refusal(routing(withKey("ada"))).code()).isEqualTo(ErrorCode.NOT_FOUND);
  }
}
