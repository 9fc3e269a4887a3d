package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A service that registers itself and changes with messages. */
public abstract class LedgerSuite extends BrokerSuite {

  /** Counts what is said about each topic, in a record and in memory, and answers every tenth. */
  private static final class Topics implements Ledger {
    final List<String> durable = new CopyOnWriteArrayList<>();
    private final List<String> staged = new ArrayList<>();

    @Override
    public Set<String> tables() {
      return Set.of("topics");
    }

    @Override
    public void check(Draft draft) {
      if ("forbidden".equals(draft.topic())) {
        throw new Refused(ErrorCode.FORBIDDEN, "not about that");
      }
    }

    @Override
    public @Nullable MessageId beforeAppend(
        Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
      if ("full".equals(draft.topic()) && count(tx, "full") >= 2) {
        throw new Refused(ErrorCode.OVERLOADED, "enough has been said about it");
      }
      return null;
    }

    @Override
    public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
      String topic = message.draft().topic();
      if (topic == null) {
        return;
      }
      long count = count(tx, topic) + 1;
      tx.put("topics", topic, Long.toString(count).getBytes(StandardCharsets.UTF_8));
      staged.add(topic + count);
      if (count % 10 == 0) {
        tx.route(
            draft("ada", "agent/bob").content(topic + " again, " + count + " times").build(),
            Senders.agent("ada"));
      }
    }

    static long count(Tx tx, String topic) {
      byte[] value = tx.get("topics", topic);
      return value == null ? 0 : Long.parseLong(new String(value, StandardCharsets.UTF_8));
    }

    @Override
    public void ended(boolean isDurable) {
      if (isDurable) {
        durable.addAll(staged);
      }
      staged.clear();
    }

    @Override
    public void onOtherHub(String table, String key, byte @Nullable [] value) {}
  }

  private Topics topics;

  @BeforeEach
  void register() {
    broker.close();
    topics = new Topics();
    broker = new Broker(store, time, config());
    broker.register(topics);
    broker.start();
    create("ada", "bob");
  }

  private CompletableFuture<?> say(String topic) {
    return routing(draft("bob", "agent/ada").topic(topic).content("x"));
  }

  @Test
  @DisplayName("a table belongs to one room")
  void aTableHasOneKeeper() {
    assertThatThrownBy(() -> broker.records().follow("topics", (_, _) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a ledger keeps the table 'topics'");
    Broker other = new Broker(store, time, config());
    other.records().follow("topics", (_, _) -> {});
    assertThatThrownBy(() -> other.register(new Topics()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("somebody follows the table 'topics' already");
    assertThatThrownBy(() -> broker.register(new Topics()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("two ledgers keep the table 'topics'");
  }

  @Test
  @DisplayName("LED-1 it is told in the commit, and what it sends goes out with the message")
  void tells() {
    for (int i = 0; i < 10; i++) {
      result(say("tea"));
    }

    assertThat(topics.durable).hasSize(10).endsWith("tea10");
    assertThat(receive("bob")).containsExactly("tea again, 10 times");
  }

  @Test
  @DisplayName("LED-2 its state is new when the sender has the receipt")
  void settledFirst() {
    for (int i = 1; i <= 50; i++) {
      result(say("tea"));
      assertThat(topics.durable).hasSize(i);
    }
  }

  @Test
  @DisplayName("LED-3 it refuses early on the sender's thread, and in the commit")
  void refuses() {
    assertThat(refusal(say("forbidden")).code()).isEqualTo(ErrorCode.FORBIDDEN);
    List<CompletableFuture<?>> asked = new ArrayList<>();
    inOneCommit(
        () -> {
          for (int i = 0; i < 3; i++) {
            asked.add(say("full"));
          }
        });

    result(asked.get(0));
    result(asked.get(1));
    assertThat(refusal(asked.get(2)).code()).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(topics.durable).containsExactly("full1", "full2");
  }

  @Test
  @DisplayName("LED-4 of a commit that failed it keeps nothing")
  void failure() {
    store.failCommit(1, StoreException.Reason.FAILED);
    assertThat(isRefused(say("tea"))).isTrue();
    result(say("tea"));

    assertThat(topics.durable).containsExactly("tea1");
  }

  @Test
  @DisplayName("LED-5 two ledgers cannot keep one table")
  void oneTableOneLedger() {
    assertThatThrownBy(() -> broker.register(new Topics()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("topics");
  }
}
