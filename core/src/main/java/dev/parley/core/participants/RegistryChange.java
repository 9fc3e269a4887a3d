package dev.parley.core.participants;

import dev.parley.core.commit.Committer;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change of the registry in the commit that is being made, and what is to happen once that is
 * durable. Committer thread.
 */
final class RegistryChange {
  private static final int JOB_BYTES = 512;

  private final Commit commit;
  private final List<Runnable> effects = new ArrayList<>();

  private RegistryChange(Commit commit) {
    this.commit = commit;
  }

  private record Made<T>(RegistryChange change, T result) {
    T takeEffect() {
      change.effects.forEach(Runnable::run);
      return result;
    }
  }

  /** About how much memory a change takes that brings these texts, while it waits. */
  static int bytes(@Nullable String... texts) {
    int bytes = JOB_BYTES;
    for (String text : texts) {
      bytes += text == null ? 0 : 2 * text.length();
    }
    return bytes;
  }

  /**
   * Makes a change in the next commit; the body may run again in another one. Any thread.
   *
   * @param bytes how much memory it takes while it waits
   */
  static <T> CompletableFuture<T> submit(
      Committer committer, int bytes, Function<RegistryChange, T> body) {
    return committer.submit(
        bytes,
        commit -> {
          RegistryChange change = new RegistryChange(commit);
          return new Made<>(change, body.apply(change));
        },
        Made::takeEffect);
  }

  Commit commit() {
    return commit;
  }

  /** Runs on the committer thread, in the order of the calls. */
  void whenDurable(Runnable effect) {
    effects.add(effect);
  }

  void empty(BoxId inbox) {
    commit.trim(inbox, commit.stats(inbox).next());
  }
}
