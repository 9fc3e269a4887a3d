package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Records, messages and delivery states that change as one. */
public abstract class TransactionSuite extends BrokerSuite {

  @BeforeEach
  void agents() {
    create("ada", "bob");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static long count(Tx tx) {
    byte[] value = tx.get("counts", "n");
    return value == null ? 0 : Long.parseLong(new String(value, StandardCharsets.UTF_8));
  }

  private CompletableFuture<Long> increment() {
    return broker
        .transactions()
        .run(
            tx -> {
              long next = count(tx) + 1;
              tx.put("counts", "n", bytes(Long.toString(next)));
              return next;
            });
  }

  @Test
  @DisplayName("TX-1 a transaction sees what earlier ones of the same commit have done")
  void readYourWrites() {
    List<CompletableFuture<Long>> results = new java.util.ArrayList<>();
    inOneCommit(
        () -> {
          for (int i = 0; i < 5; i++) {
            results.add(increment());
          }
        });

    assertThat(results.stream().map(BrokerSuite::result).toList())
        .containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(broker.records().get("counts", "n")).hasValue(bytes("5"));
  }

  @Test
  @DisplayName("TX-2 what is deleted is gone for the rest of the transaction, and afterwards")
  void deletes() {
    result(increment());
    result(
        broker
            .transactions()
            .run(
                tx -> {
                  tx.delete("counts", "n");
                  assertThat(tx.get("counts", "n")).isNull();
                  return true;
                }));

    assertThat(broker.records().get("counts", "n")).isEmpty();
  }

  @Test
  @DisplayName("TX-3 a message and a record become durable together, and the message is pushed")
  void messageAndRecord() {
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, -2), listener);

    MessageId id =
        result(
            broker
                .transactions()
                .run(
                    tx -> {
                      tx.put("orders", "1", bytes("open"));
                      return tx.route(
                          draft("ada", "agent/bob").content("an order").build(),
                          Senders.agent("ada"));
                    }));

    assertThat(listener.awaitContents(1)).containsExactly("an order");
    assertThat(broker.records().get("orders", "1")).hasValue(bytes("open"));
    assertThat(result(broker.lookups().find(id))).isPresent();
  }

  @Test
  @DisplayName(
      "TX-4 a refusal in the middle undoes everything, and harms nobody in the same commit")
  void refusalUndoes() {
    CompletableFuture<?>[] asked = new CompletableFuture<?>[3];
    inOneCommit(
        () -> {
          asked[0] = routing(draft("ada", "agent/bob").content("before"));
          asked[1] =
              broker
                  .transactions()
                  .run(
                      tx -> {
                        tx.put("orders", "1", bytes("half"));
                        tx.route(
                            draft("ada", "agent/bob").content("half").build(),
                            Senders.agent("ada"));
                        throw new Refused(ErrorCode.CONFLICT, "changed my mind");
                      });
          asked[2] = routing(draft("ada", "agent/bob").content("after"));
        });

    assertThat(refusal(asked[1]).code()).isEqualTo(ErrorCode.CONFLICT);
    result(asked[0]);
    result(asked[2]);
    assertThat(broker.records().get("orders", "1")).isEmpty();
    assertThat(receive("bob")).containsExactly("before", "after");
  }

  @Test
  @DisplayName("TX-5 one that fails with a bug is undone as well, and the hub goes on")
  void bugUndoes() {
    CompletableFuture<Boolean> buggy =
        broker
            .transactions()
            .run(
                tx -> {
                  tx.put("orders", "1", bytes("half"));
                  throw new IllegalStateException("on purpose");
                });

    assertThat(refusal(buggy).code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(broker.records().get("orders", "1")).isEmpty();
    assertThat(send("ada", "bob", "still here").delivered()).isTrue();
  }

  @Test
  @DisplayName("TX-6 a copy climbs with a record, whoever awaits that is told, and only upward")
  void climbs() {
    MessageId id = idOf(send("ada", "bob", "work"));
    var awaited = broker.await(id, State.ANSWERED, false, Duration.ofMinutes(1));

    assertThat(climb(id, State.TURN_STARTED)).isTrue();
    assertThat(climb(id, State.DELIVERED)).isFalse();
    assertThat(climb(id, State.ANSWERED)).isTrue();
    assertThat(climb(new MessageId(1, 1), State.READ)).isFalse();

    result(awaited);
    assertThat(statuses(inbox("bob"))).containsExactly("answered");
    assertThat(receive("bob")).isEmpty();
  }

  private boolean climb(MessageId id, State rung) {
    return result(
        broker
            .transactions()
            .run(
                tx -> {
                  boolean climbed = tx.climb(inbox("bob"), id, rung);
                  tx.put("turns", id.toString(), bytes(rung.wireName()));
                  return climbed;
                }));
  }

  @Test
  @DisplayName("TX-7 after a failed commit nothing of it is there, in memory or on disk")
  void failedCommit() {
    store.failCommit(1, StoreException.Reason.FAILED);
    CompletableFuture<Long> failed = increment();

    assertThat(isRefused(failed)).isTrue();
    assertThat(result(increment())).isEqualTo(1);
  }

  @Test
  @DisplayName("TX-8 a message sent twice in transactions under one id is sent once")
  void repeats() {
    MessageId own = new MessageId(3, 4);
    for (int i = 0; i < 2; i++) {
      MessageId routed =
          result(
              broker
                  .transactions()
                  .run(
                      tx ->
                          tx.route(
                              draft("ada", "agent/bob").id(own).content("once").build(),
                              Senders.agent("ada"))));
      assertThat(routed).isEqualTo(own);
    }

    assertThat(receive("bob")).containsExactly("once");
  }
}
