package dev.parley.core.commit;

import dev.parley.core.error.Refused;
import dev.parley.core.store.Commit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A job made of functions that nobody waits for. */
final class FollowUp<T> implements Job {
  private final Function<Commit, T> change;
  private final Consumer<T> onDurable;
  private final Runnable onFailed;
  private @Nullable T result;

  FollowUp(Function<Commit, T> change, Consumer<T> onDurable, Runnable onFailed) {
    this.change = change;
    this.onDurable = onDurable;
    this.onFailed = onFailed;
  }

  @Override
  public void apply(Commit commit) {
    result = change.apply(commit);
  }

  @Override
  @SuppressWarnings("NullAway") // durable follows apply
  public void durable() {
    onDurable.accept(result);
  }

  @Override
  public void failed(Refused why) {
    onFailed.run();
  }
}
