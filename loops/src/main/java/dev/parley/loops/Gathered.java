package dev.parley.loops;

import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that only rise, each of something: while some are being made durable, those that come
 * wait, the highest of each, and go together in the next transaction. So one who sends very many
 * costs little more than one who sends some. Any thread; never blocks.
 */
final class Gathered<K> {
  /** A transaction holds up everybody else's commits. */
  private static final int TOGETHER_MAX = 1_024;

  /** Makes one of them durable, and says how high it is then. Committer thread. */
  interface Change<K> {
    long apply(Tx tx, K key, long number);
  }

  private static final class Waiting {
    final CompletableFuture<Long> done = new CompletableFuture<>();
    long number;
  }

  private record Taken<K>(K key, Waiting waiting) {}

  private final Transactions transactions;
  private final Change<K> change;

  /** Guarded by this. */
  private final Map<K, Waiting> waiting = new LinkedHashMap<>();

  /** Guarded by this: is a transaction under way? */
  private boolean busy;

  Gathered(Transactions transactions, Change<K> change) {
    this.transactions = transactions;
    this.change = change;
  }

  /**
   * @return completes when it is durable, with the number as it is then
   */
  CompletableFuture<Long> add(K key, long number) {
    CompletableFuture<Long> done;
    synchronized (this) {
      Waiting one = waiting.computeIfAbsent(key, _ -> new Waiting());
      one.number = Math.max(one.number, number);
      done = one.done;
      if (busy) {
        return done;
      }
      busy = true;
    }
    next();
    return done;
  }

  /** Completes when nothing of what was added before waits any more, whatever came of it. */
  synchronized CompletableFuture<Void> settled() {
    return CompletableFuture.allOf(
            waiting.values().stream().map(each -> each.done).toArray(CompletableFuture[]::new))
        .exceptionally(_ -> null);
  }

  private void next() {
    List<Taken<K>> all = take();
    if (!all.isEmpty()) {
      var _ =
          transactions
              .run(tx -> applied(tx, all))
              .whenComplete((numbers, failure) -> onDone(all, numbers, failure));
    }
  }

  private synchronized List<Taken<K>> take() {
    List<Taken<K>> all = new ArrayList<>();
    Iterator<Map.Entry<K, Waiting>> each = waiting.entrySet().iterator();
    while (each.hasNext() && all.size() < TOGETHER_MAX) {
      Map.Entry<K, Waiting> entry = each.next();
      all.add(new Taken<>(entry.getKey(), entry.getValue()));
      each.remove();
    }
    busy = !all.isEmpty();
    return all;
  }

  private List<Long> applied(Tx tx, List<Taken<K>> all) {
    return all.stream().map(each -> change.apply(tx, each.key, each.waiting.number)).toList();
  }

  /** The next go first: what completes here may take its time. */
  private void onDone(
      List<Taken<K>> all, @Nullable List<Long> numbers, @Nullable Throwable failure) {
    next();
    for (int i = 0; i < all.size(); i++) {
      CompletableFuture<Long> done = all.get(i).waiting.done;
      if (numbers != null) {
        done.complete(numbers.get(i));
      } else if (failure != null) {
        done.completeExceptionally(failure);
      }
    }
  }
}
