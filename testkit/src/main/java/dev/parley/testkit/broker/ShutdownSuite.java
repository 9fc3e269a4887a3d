package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.broker.Broker;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.sending.PendingReply;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.State;
import dev.parley.testkit.faults.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The end of a broker: nobody is left without an answer. */
abstract class ShutdownSuite extends BrokerSuite {

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  @Test
  @DisplayName("OPS-1 what was asked for before the end is durable and answered, or refused")
  void queuedJobs() throws InterruptedException {
    FaultyStore.Hold hold = store.hold();
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    sent.add(routing(draft("ada", "agent/bob").content("m0")));
    hold.awaitReached();
    for (int i = 1; i < 100; i++) {
      sent.add(routing(draft("ada", "agent/bob").content("m" + i)));
    }
    Thread closing = Thread.ofVirtual().start(broker::close);
    while (broker.isReady()) {
      Thread.onSpinWait();
    }
    CompletableFuture<Receipt> late = routing(draft("ada", "agent/bob").content("late"));
    hold.release();
    closing.join();

    assertThat(refusal(late).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    sent.forEach(each -> assertThat(result(each).delivered()).isTrue());
    restart();
    assertThat(receive("bob")).hasSize(100);
  }

  @Test
  @DisplayName("OPS-1 with many senders at the end each gets an answer, and the right one")
  void manySenders() throws InterruptedException {
    ConcurrentLinkedQueue<CompletableFuture<Receipt>> sent = new ConcurrentLinkedQueue<>();
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      senders.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (true) {
                      CompletableFuture<Receipt> future = routing(draft("ada", "agent/bob"));
                      sent.add(future);
                      if (future.isCompletedExceptionally()) {
                        return;
                      }
                    }
                  }));
    }
    eventually(() -> sent.size() > 1_000);
    broker.close();
    for (Thread sender : senders) {
      sender.join();
    }

    long accepted = 0;
    for (CompletableFuture<Receipt> future : sent) {
      if (isRefused(future)) {
        assertThat(refusal(future).code()).isIn(ErrorCode.SHUTTING_DOWN, ErrorCode.OVERLOADED);
      } else {
        accepted++;
      }
    }
    assertThat(store.stats(inbox("bob")).stored()).isEqualTo(accepted);
  }

  @Test
  @DisplayName("OPS-1 after the end everything is refused, and closing again is nothing")
  void afterTheEnd() {
    broker.close();
    broker.close();

    assertThat(refusal(routing(draft("ada", "agent/bob"))).code())
        .isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(refusal(broker.receive(inbox("bob"), 1)).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(refusal(broker.peek(inbox("bob"), 1)).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(
            refusal(
                    broker.listen(
                        inbox("bob"),
                        options(AckMode.NONE, ListenOptions.NOW),
                        RecordingListener.withMuchRoom()))
                .code())
        .isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(refusal(broker.replayDeadLetters(List.of())).code())
        .isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(broker.isReady()).isFalse();
  }

  @Test
  @DisplayName("OPS-1 REQ-1 RCPT-1 those who wait are told that the hub stops")
  void waitersAreTold() {
    PendingReply request =
        broker.request(
            draft("ada", "agent/bob").build(), Senders.agent("ada"), Duration.ofMinutes(5));
    CompletableFuture<DeliveryStatus> awaiting =
        broker.await(idOf(result(request.accepted())), State.READ, false, Duration.ofMinutes(5));
    settle();

    broker.close();

    assertThat(refusal(request.reply()).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(refusal(awaiting).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(refusal(broker.await(request.id(), State.READ, false, Duration.ofMinutes(5))).code())
        .isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(time.alarms()).isZero();
  }

  @Test
  @DisplayName("OPS-1 alarms and listeners of a broker that is gone do nothing")
  void afterlife() {
    Listening listening =
        listen("bob", options(AckMode.MANUAL, ListenOptions.NOW), RecordingListener.withMuchRoom());
    send("ada", "bob", "in flight");
    route(draft("ada", "agent/bob").ttlMillis(1_000));
    settle();
    broker.close();

    time.advance(Duration.ofDays(3));
    listening.resume();
    listening.close();

    assertThat(refusal(listening.ackUpTo(0)).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
    assertThat(time.alarms()).isZero();
  }

  @Test
  @DisplayName("OPS-1 a broker that was never started can be closed")
  void neverStarted() {
    Broker other = new Broker(store, time, config());
    CompletableFuture<Receipt> sent =
        other.route(draft("ada", "agent/bob").build(), Senders.agent("ada"));

    other.close();

    assertThat(refusal(sent).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
  }

  @Test
  @DisplayName("OPS-1 DUR-3 it ends although nothing can be written any more")
  void endsWithBrokenStore() {
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.AUTO, ListenOptions.NOW), listener);
    store.failCommit(2, dev.parley.core.store.StoreException.Reason.FULL);
    send("ada", "bob", "one");
    listener.awaitContents(1);
    store.failCommits(dev.parley.core.store.StoreException.Reason.FULL);

    Thread closing = Thread.ofVirtual().start(broker::close);

    eventually(() -> !closing.isAlive());
  }

  @Test
  @DisplayName("OPS-1 a callback that closes the broker does not hang it")
  void closedFromCallback() {
    CompletableFuture<Boolean> closed =
        routing(draft("ada", "agent/bob"))
            .handle(
                (_, _) -> {
                  broker.close();
                  return true;
                });

    assertThat(result(closed)).isTrue();
    eventually(() -> refusal(routing(draft("ada", "agent/bob"))).code() == ErrorCode.SHUTTING_DOWN);
    assertThat(Refused.of(refusal(routing(draft("ada", "agent/bob")))).code())
        .isEqualTo(ErrorCode.SHUTTING_DOWN);
  }
}
