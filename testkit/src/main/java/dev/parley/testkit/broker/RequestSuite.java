package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.sending.PendingReply;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Asking and waiting for the answer. */
abstract class RequestSuite extends BrokerSuite {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve");
  }

  private PendingReply request(Draft.Builder draft) {
    PendingReply pending = broker.request(draft.build(), Senders.of(draft.build()), TIMEOUT);
    result(pending.accepted());
    return pending;
  }

  private PendingReply ask(String content) {
    return request(draft("ada", "agent/bob").content(content));
  }

  private Receipt reply(String from, MessageId to, String content) {
    return result(broker.reply(Draft.from(from).content(content), to, Senders.agent(from)));
  }

  @Test
  @DisplayName("REQ-1 a reply to the request is its answer, and has been delivered")
  void answered() {
    PendingReply pending = ask("question");
    assertThat(receive("bob")).containsExactly("question");

    Receipt receipt = reply("bob", pending.id(), "answer");

    Copy answer = result(pending.reply());
    assertThat(EnvelopeFields.content(answer)).isEqualTo("answer");
    assertThat(answer.message().id()).isEqualTo(idOf(receipt));
    assertThat(answer.state()).isEqualTo(State.DELIVERED);
    settle();
    assertThat(receive("ada")).isEmpty();
    assertThat(statuses(inbox("ada"))).containsExactly("delivered");
    assertThat(broker.stats().get("requestsWaiting")).isZero();
  }

  @Test
  @DisplayName("REQ-1 an answer that comes at once is heard, however slowly the requester runs")
  void answeredAtOnce() {
    broker.onRoute(
        (message, _) -> {
          if ("question".equals(message.draft().content())) {
            MessageId asked = message.id();
            var _ = routing(draft("bob", "agent/ada").replyTo(asked).content("answer"));
          }
        });
    List<Future<PendingReply>> asked = new ArrayList<>();
    // More of them than there are cores: some have to pause right behind the sending.
    try (ExecutorService requesters = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 2_000; i++) {
        asked.add(requesters.submit(() -> ask("question")));
      }
    }

    for (Future<PendingReply> each : asked) {
      Copy answer = result(each.resultNow().reply());
      assertThat(EnvelopeFields.content(answer)).isEqualTo("answer");
    }
  }

  @Test
  @DisplayName("REQ-1 a reply names what it answers")
  void replyIsTied() {
    PendingReply pending =
        request(draft("ada", "agent/bob").conversationId("talk").content("question"));
    reply("bob", pending.id(), "answer");

    var fields = EnvelopeFields.of(result(pending.reply()).message().json());
    assertThat(fields)
        .containsEntry("path", "agent/ada")
        .containsEntry("replyTo", pending.id().toString())
        .containsEntry("correlationId", pending.id().toString())
        .containsEntry("conversationId", "talk")
        .containsEntry("cause", pending.id().toString());
  }

  @Test
  @DisplayName("REQ-1 by the request's own correlation id, or by its id used as one")
  void answeredByCorrelation() {
    PendingReply own = request(draft("ada", "agent/bob").correlationId("job-7"));
    route(draft("bob", "agent/ada").correlationId("job-7").content("seven"));
    assertThat(EnvelopeFields.content(result(own.reply()))).isEqualTo("seven");

    PendingReply byId = ask("question");
    route(draft("bob", "agent/ada").correlationId(byId.id().toString()).content("eight"));
    assertThat(EnvelopeFields.content(result(byId.reply()))).isEqualTo("eight");
  }

  @Test
  @DisplayName("REQ-1 a reply carries the correlation id of what it answers")
  void correlationIsCarried() {
    PendingReply pending = request(draft("ada", "agent/bob").correlationId("job-7"));

    reply("bob", pending.id(), "answer");

    assertThat(EnvelopeFields.of(result(pending.reply()).message(), "correlationId"))
        .isEqualTo("job-7");
  }

  @Test
  @DisplayName("REQ-1 only those who got a request answer it")
  void answeredByAStranger() {
    PendingReply pending = request(draft("ada", "agent/bob").correlationId("job-7"));

    route(draft("eve", "agent/ada").correlationId("job-7").content("forged"));
    route(draft("eve", "agent/ada").replyTo(pending.id()).content("forged too"));
    assertThat(pending.reply()).isNotDone();
    reply("bob", pending.id(), "answer");

    assertThat(EnvelopeFields.content(result(pending.reply()))).isEqualTo("answer");
    settle();
    assertThat(receive("ada")).containsExactly("forged", "forged too");
  }

  @Test
  @DisplayName("REQ-1 the owner may answer what was asked of others")
  void answeredByTheOwner() {
    PendingReply pending = ask("question");

    result(
        broker.route(
            draft(Sender.OWNER_NAME, "agent/ada").replyTo(pending.id()).content("mine").build(),
            Senders.ownerAs(Sender.OWNER_NAME)));

    assertThat(EnvelopeFields.content(result(pending.reply()))).isEqualTo("mine");
  }

  @Test
  @DisplayName("REQ-1 the same correlation id of another requester is another matter")
  void correlationBelongsToRequester() {
    PendingReply ofAda = request(draft("ada", "agent/bob").correlationId("job"));
    PendingReply ofEve = request(draft("eve", "agent/bob").correlationId("job"));

    route(draft("bob", "agent/ada").correlationId("job").content("for ada"));
    route(draft("bob", "agent/eve").correlationId("job").content("for eve"));

    assertThat(EnvelopeFields.content(result(ofAda.reply()))).isEqualTo("for ada");
    assertThat(EnvelopeFields.content(result(ofEve.reply()))).isEqualTo("for eve");
  }

  @Test
  @DisplayName("REQ-1 of two requests with one correlation id the older is answered first")
  void correlationUsedTwice() {
    PendingReply first = request(draft("ada", "agent/bob").correlationId("job"));
    PendingReply second = request(draft("ada", "agent/bob").correlationId("job"));

    route(draft("bob", "agent/ada").correlationId("job").content("one"));
    route(draft("bob", "agent/ada").correlationId("job").content("two"));

    assertThat(EnvelopeFields.content(result(first.reply()))).isEqualTo("one");
    assertThat(EnvelopeFields.content(result(second.reply()))).isEqualTo("two");
  }

  @Test
  @DisplayName("REQ-1 a request that comes back to its sender is not its own answer")
  void requestIsNotItsOwnAnswer() {
    subscribe("ada", "board/**");
    subscribe("bob", "board/**");

    PendingReply pending = request(draft("ada", "board/x").correlationId("job").content("q"));
    settle();
    assertThat(pending.reply()).isNotDone();
    route(draft("bob", "agent/ada").correlationId("job").content("a"));

    assertThat(EnvelopeFields.content(result(pending.reply()))).isEqualTo("a");
  }

  @Test
  @DisplayName("REQ-1 what reaches somebody else is no answer, and neither is anything unrelated")
  void notEveryMessageAnswers() {
    PendingReply pending = ask("question");

    route(draft("bob", "agent/eve").replyTo(pending.id()).content("to eve"));
    send("bob", "ada", "something else");
    settle();

    assertThat(pending.reply()).isNotDone();
    assertThat(receive("ada")).containsExactly("something else");
  }

  @Test
  @DisplayName("REQ-1 no answer in time is a timeout that names the request")
  void timeout() {
    PendingReply pending = ask("question");

    time.advance(TIMEOUT);

    Refused refusal = refusal(pending.reply());
    assertThat(refusal.code()).isEqualTo(ErrorCode.TIMEOUT);
    assertThat(refusal).hasMessageContaining(pending.id().toString()).hasMessageContaining("30000");
    assertThat(broker.stats().get("requestsWaiting")).isZero();
  }

  @Test
  @DisplayName("REQ-1 who hears the end of a request does not count as waiting any more")
  void nobodyWaitsAfterTheEnd() {
    PendingReply answered = ask("question");
    CompletableFuture<Long> atTheAnswer =
        answered.reply().thenApply(_ -> broker.stats().get("requestsWaiting"));
    reply("bob", answered.id(), "answer");
    assertThat(result(atTheAnswer)).isZero();

    PendingReply late = ask("question");
    CompletableFuture<Long> atTheTimeout =
        late.reply().handle((_, _) -> broker.stats().get("requestsWaiting"));
    time.advance(TIMEOUT);
    assertThat(result(atTheTimeout)).isZero();
  }

  @Test
  @DisplayName("REQ-1 a late reply waits in the inbox")
  void lateReply() {
    PendingReply pending = ask("question");
    time.advance(TIMEOUT);

    reply("bob", pending.id(), "late");
    settle();

    assertThat(receive("ada")).containsExactly("late");
  }

  @Test
  @DisplayName("REQ-1 a second reply waits in the inbox")
  void secondReply() {
    PendingReply pending = ask("question");
    reply("bob", pending.id(), "first");
    reply("bob", pending.id(), "second");
    settle();

    assertThat(EnvelopeFields.content(result(pending.reply()))).isEqualTo("first");
    assertThat(receive("ada")).containsExactly("second");
  }

  @Test
  @DisplayName("REQ-1 who stops waiting finds the reply in the inbox")
  void givenUp() {
    PendingReply pending = ask("question");
    pending.giveUp();

    reply("bob", pending.id(), "answer");
    settle();

    assertThat(refusal(pending.reply()).code()).isEqualTo(ErrorCode.TIMEOUT);
    assertThat(receive("ada")).containsExactly("answer");
    assertThat(broker.stats().get("requestsWaiting")).isZero();
  }

  @Test
  @DisplayName("REQ-1 a request that reaches nobody fails at once, and a later reply is a message")
  void reachesNobody() {
    PendingReply pending =
        broker.request(
            draft("ada", "agent/nobody").content("q").build(), Senders.agent("ada"), TIMEOUT);

    assertThat(refusal(pending.reply()).code()).isEqualTo(ErrorCode.NOT_FOUND);
    settle();
    assertThat(broker.stats().get("requestsWaiting")).isZero();
    route(draft("bob", "agent/ada").replyTo(pending.id()).content("found it later"));
    settle();
    assertThat(receive("ada")).containsExactly("found it later");
  }

  @Test
  @DisplayName("REQ-1 DUR-3 a request that was refused does not wait")
  void refused() {
    store.failCommit(1, Reason.FULL);
    PendingReply pending =
        broker.request(draft("ada", "agent/bob").build(), Senders.agent("ada"), TIMEOUT);

    assertThat(refusal(pending.accepted()).code()).isEqualTo(ErrorCode.STORE_FULL);
    assertThat(refusal(pending.reply()).code()).isEqualTo(ErrorCode.STORE_FULL);
    settle();
    assertThat(broker.stats().get("requestsWaiting")).isZero();
  }

  @Test
  @DisplayName("REQ-1 RT-4 a request asked again waits for the answer to the first")
  void askedAgain() {
    PendingReply first = request(draft("ada", "agent/bob").idempotencyKey("k"));
    first.reply().cancel(false);
    PendingReply again = request(draft("ada", "agent/bob").idempotencyKey("k"));
    assertThat(result(again.accepted()).duplicate()).isTrue();

    reply("bob", first.id(), "answer");

    assertThat(EnvelopeFields.content(result(again.reply()))).isEqualTo("answer");
  }

  @Test
  @DisplayName("REQ-1 the answer is not pushed to a listener who takes, for it is taken")
  void answerIsTaken() {
    RecordingListener taker = RecordingListener.withMuchRoom();
    RecordingListener watcher = RecordingListener.withMuchRoom();
    listen("ada", options(AckMode.MANUAL, ListenOptions.NOW), taker);
    listen("ada", options(AckMode.NONE, ListenOptions.NOW), watcher);
    PendingReply pending = ask("question");

    reply("bob", pending.id(), "answer");
    result(pending.reply());
    send("bob", "ada", "next");

    assertThat(taker.awaitContents(1)).containsExactly("next");
    assertThat(watcher.awaitContents(2)).containsExactly("answer", "next");
  }

  @Test
  @DisplayName("REQ-1 only an agent that is there can wait for an answer")
  void unknownRequester() {
    assertThatThrownBy(
            () ->
                broker.request(
                    draft("nobody", "agent/bob").build(), Senders.agent("nobody"), TIMEOUT))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  @DisplayName("WS-5 one replies only to what one received or sent, except for the owner")
  void replyOnlyToOwn() {
    MessageId id = idOf(send("ada", "bob", "private"));
    CompletableFuture<Receipt> byEve =
        broker.reply(Draft.from("eve").content("x"), id, Senders.agent("eve"));

    assertThat(refusal(byEve).code()).isEqualTo(ErrorCode.NOT_FOUND);
    result(broker.reply(Draft.from("eve").content("owner"), id, Senders.ownerAs("eve")));
    reply("ada", id, "and another thing"); // what one said oneself is added to where it went
    assertThat(receive("ada")).containsExactly("owner");
    assertThat(receive("bob")).containsExactly("private", "and another thing");
  }
}
