package dev.parley.core.sending;

import dev.parley.core.commit.Committer;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.store.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs transactions as jobs of the committer. */
public final class TxRunner implements Transactions {
  private final Committer committer;
  private final OpenTx tx;

  public TxRunner(Committer committer, OpenTx tx) {
    this.committer = committer;
    this.tx = tx;
  }

  /** What a body returned, and what is to be told. */
  private record Applied<T>(T result, Aftermath aftermath) {}

  @Override
  public <T> CompletableFuture<T> run(Function<dev.parley.core.ledger.Tx, T> body) {
    return run(body::apply, result -> result);
  }

  /** For rooms of the core: they see the commit itself, and may do something when it is durable. */
  public <T, R> CompletableFuture<R> run(Function<OpenTx, T> body, Function<T, R> onDurable) {
    return committer.submit(
        commit -> applied(commit, body),
        applied -> {
          R answer = onDurable.apply(applied.result);
          applied.aftermath.tell();
          return answer;
        });
  }

  /** A change that follows from an earlier one, see {@link Committer#post}. */
  public <T> void post(Function<OpenTx, T> body, Consumer<T> onDurable, Runnable onFailed) {
    committer.post(
        commit -> applied(commit, body),
        applied -> {
          applied.aftermath.tell();
          onDurable.accept(applied.result);
        },
        onFailed);
  }

  public boolean isOpen() {
    return committer.isOpen();
  }

  private <T> Applied<T> applied(Commit commit, Function<OpenTx, T> body) {
    List<T> result = new ArrayList<>(1);
    Aftermath aftermath = tx.apply(commit, () -> result.add(body.apply(tx)));
    return new Applied<>(result.getFirst(), aftermath);
  }
}
