package dev.parley.core.commit;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.SharedStore;
import dev.parley.core.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells when this hub has taken over all that any hub had acknowledged when it was asked. The end
 * of the log is asked for once for all who wait, and never more often than {@link #ASKING_EVERY}:
 * who asks while a question is under way gets the answer to the next one, because that one may have
 * been answered before. Any thread, except where said.
 */
final class CatchUp {
  static final Duration PATIENCE = Duration.ofSeconds(2);
  static final Duration ASKING_EVERY = Duration.ofMillis(20);

  private record Round(CompletableFuture<Void> caughtUp, long end) {}

  private final LongSupplier end;
  private final LongSupplier position;
  private final Consumer<Runnable> onCommitter;

  /** For those who ask from now on; null when nobody has since the last question began. */
  private @Nullable CompletableFuture<Void> next;

  private boolean asking;

  // Of the committer thread alone.
  private final List<Round> behind = new ArrayList<>();

  /**
   * @param end where the log ends, see {@link SharedStore#end}
   * @param position how far this hub is, see {@link SharedStore#position}
   * @param onCommitter runs something on the committer thread
   */
  CatchUp(LongSupplier end, LongSupplier position, Consumer<Runnable> onCommitter) {
    this.end = end;
    this.position = position;
    this.onCommitter = onCommitter;
  }

  /**
   * Completes on a thread of its own, and fails with {@link ErrorCode#STORE_UNAVAILABLE} if that
   * takes too long.
   */
  synchronized CompletableFuture<Void> ask() {
    CompletableFuture<Void> round = next;
    if (round == null) {
      round = new CompletableFuture<Void>().orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      next = round;
      if (!asking) {
        asking = true;
        Thread.ofVirtual().name("parley-catch-up").start(this::run);
      }
    }
    return round.handleAsync(
        (_, failure) -> {
          if (failure != null) {
            throw notCaughtUp();
          }
          return null;
        },
        Thread::startVirtualThread);
  }

  private static Refused notCaughtUp() {
    return new Refused(
        ErrorCode.STORE_UNAVAILABLE,
        "this hub knows nothing of it, and has not caught up with the others; try again shortly");
  }

  private void run() {
    for (CompletableFuture<Void> round = begun(); round != null; round = begun()) {
      CompletableFuture<Void> asked = round;
      try {
        long last = end.getAsLong();
        onCommitter.accept(() -> onEnd(new Round(asked, last)));
      } catch (StoreException e) {
        asked.completeExceptionally(e);
      }
      pause();
    }
  }

  private synchronized @Nullable CompletableFuture<Void> begun() {
    CompletableFuture<Void> round = next;
    next = null;
    asking = round != null;
    return round;
  }

  private static void pause() {
    try {
      Thread.sleep(ASKING_EVERY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void onEnd(Round round) {
    behind.add(round);
    onTaken();
  }

  /** This hub may have come further. Committer thread, after everybody was told of it. */
  void onTaken() {
    if (!behind.isEmpty()) {
      long now = position.getAsLong();
      behind.removeIf(
          round -> round.caughtUp.isDone() || (round.end <= now && round.caughtUp.complete(null)));
    }
  }
}
