package dev.parley.core.commit;

import dev.parley.core.error.Refused;
import dev.parley.core.store.Commit;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A job made of functions, with a future for the one who asked. */
final class Change<T, R> implements Job {
  private final int bytes;
  private final Function<Commit, T> change;
  private final Function<T, R> onDurable;
  private final CompletableFuture<R> future = new CompletableFuture<>();
  private @Nullable T result;

  Change(int bytes, Function<Commit, T> change, Function<T, R> onDurable) {
    this.bytes = bytes;
    this.change = change;
    this.onDurable = onDurable;
  }

  CompletableFuture<R> future() {
    return future;
  }

  @Override
  public int bytes() {
    return bytes;
  }

  @Override
  public void apply(Commit commit) {
    result = change.apply(commit);
  }

  @Override
  @SuppressWarnings("NullAway") // durable follows apply
  public void durable() {
    R answer;
    try {
      answer = onDurable.apply(result);
    } catch (RuntimeException e) {
      future.completeExceptionally(Refused.of(e));
      throw e;
    }
    future.complete(answer);
  }

  @Override
  public void failed(Refused why) {
    future.completeExceptionally(why);
  }
}
