package dev.parley.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class GatheredTest {
  private static final Tx NO_TX =
      (Tx)
          Proxy.newProxyInstance(
              Tx.class.getClassLoader(),
              new Class<?>[] {Tx.class},
              (_, method, _) -> {
                throw new AssertionError(method);
              });

  /** Transactions that come to an end when they are told to. */
  private static final class ByHand implements Transactions {
    private final Deque<Runnable> started = new ArrayDeque<>();
    private boolean refusing;

    @Override
    public <T> CompletableFuture<T> run(Function<Tx, T> body) {
      CompletableFuture<T> future = new CompletableFuture<>();
      started.add(
          () -> {
            if (refusing) {
              future.completeExceptionally(new Refused(ErrorCode.STORE_FULL, "no room"));
            } else {
              future.complete(body.apply(NO_TX));
            }
          });
      return future;
    }

    void finishOne() {
      started.remove().run();
    }
  }

  private final ByHand transactions = new ByHand();
  private final List<String> applied = new ArrayList<>();
  private final Gathered<String> gathered = new Gathered<>(transactions, this::apply);

  private long apply(Tx tx, String key, long number) {
    applied.add(key + number);
    return number;
  }

  @Test
  void whatComesWhileOthersAreMadeDurableGoesTogetherAndTheHighestCounts() {
    CompletableFuture<Long> first = gathered.add("a", 1);
    CompletableFuture<Long> second = gathered.add("a", 2);
    CompletableFuture<Long> third = gathered.add("b", 7);
    CompletableFuture<Long> lower = gathered.add("a", 1);
    assertThat(transactions.started).hasSize(1);

    transactions.finishOne();
    assertThat(first).isCompletedWithValue(1L);
    assertThat(second).isNotDone();

    transactions.finishOne();
    assertThat(second).isCompletedWithValue(2L);
    assertThat(lower).isCompletedWithValue(2L);
    assertThat(third).isCompletedWithValue(7L);
    assertThat(applied).containsExactly("a1", "a2", "b7");
    assertThat(transactions.started).isEmpty();
  }

  @Test
  void afterARestTheNextGoesAtOnce() {
    var _ = gathered.add("a", 1);
    transactions.finishOne();

    var _ = gathered.add("a", 2);
    assertThat(transactions.started).hasSize(1);
  }

  @Test
  void aFailureIsToldAndDoesNotStopWhatComesAfterIt() {
    CompletableFuture<Long> fails = gathered.add("a", 1);
    CompletableFuture<Long> waits = gathered.add("b", 2);
    CompletableFuture<Void> settled = gathered.settled();
    transactions.refusing = true;
    transactions.finishOne();
    assertThat(fails).isCompletedExceptionally();
    assertThat(settled).isNotDone();

    transactions.refusing = false;
    transactions.finishOne();
    assertThat(waits).isCompletedWithValue(2L);
    assertThat(settled).isCompleted();
  }

  @Test
  void aTransactionHasABound() {
    for (int i = 0; i < 3_000; i++) {
      var _ = gathered.add("k" + i, i);
    }
    transactions.finishOne();
    transactions.finishOne();
    assertThat(applied).hasSize(1 + 1_024);

    transactions.finishOne();
    transactions.finishOne();
    assertThat(applied).hasSize(3_000);
    assertThat(transactions.started).isEmpty();
  }
}
