package dev.parley.core.broker;

import dev.parley.core.delivery.Waiters;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Waits until the copies of a message have reached a rung, cannot reach it any more, or time is up.
 */
final class Awaiting {
  private final MessageId id;
  private final State rung;
  private final boolean any;
  private final Function<MessageId, DeliveryStatus> status;
  private final Executor readers;
  private final CompletableFuture<DeliveryStatus> future = new CompletableFuture<>();

  private Awaiting(
      MessageId id,
      State rung,
      boolean any,
      Function<MessageId, DeliveryStatus> status,
      Executor readers) {
    this.id = id;
    this.rung = rung;
    this.any = any;
    this.status = status;
    this.readers = readers;
  }

  static CompletableFuture<DeliveryStatus> start(
      MessageId id,
      State rung,
      boolean any,
      Duration timeout,
      Function<MessageId, DeliveryStatus> status,
      Executor readers,
      Waiters waiters,
      Timekeeper time) {
    Awaiting awaiting = new Awaiting(id, rung, any, status, readers);
    Runnable onClimb = awaiting::look;
    waiters.add(id, onClimb); // before the first look, so that no climb falls in between
    Timekeeper.Alarm alarm =
        time.after(
            timeout,
            () ->
                awaiting.future.completeExceptionally(
                    new Refused(
                        ErrorCode.TIMEOUT,
                        "message "
                            + id
                            + " was not '"
                            + rung.wireName()
                            + "' within "
                            + timeout.toMillis()
                            + " ms")));
    CompletableFuture<DeliveryStatus> _ =
        awaiting.future.whenComplete(
            (_, _) -> {
              alarm.cancel();
              waiters.remove(id, onClimb);
            });
    awaiting.look();
    return awaiting.future;
  }

  private void look() {
    if (!future.isDone()) {
      readers.execute(this::judge);
    }
  }

  private void judge() {
    try {
      DeliveryStatus found = status.apply(id);
      List<CopyRef> copies = found.recipients();
      long reached = copies.stream().filter(copy -> copy.state().hasReached(rung)).count();
      long lost = copies.stream().filter(copy -> isLost(copy.state())).count();
      if (any ? reached > 0 : reached == copies.size() && reached > 0) {
        future.complete(found);
      } else if (copies.isEmpty()) {
        fail("nobody received message " + id + "; it is in the dead letters");
      } else if (any ? lost == copies.size() : lost > 0) {
        fail(
            "message "
                + id
                + " can no longer become '"
                + rung.wireName()
                + "': a copy has expired or failed");
      }
    } catch (RuntimeException e) {
      future.completeExceptionally(e);
    }
  }

  private boolean isLost(State state) {
    return (state == State.EXPIRED || state == State.FAILED) && !state.hasReached(rung);
  }

  private void fail(String why) {
    future.completeExceptionally(new Refused(ErrorCode.CONFLICT, why));
  }
}
