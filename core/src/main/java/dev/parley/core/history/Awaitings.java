package dev.parley.core.history;

import dev.parley.core.delivery.Waiters;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.Ladder;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Those who wait until the copies of a message have reached a rung, cannot reach it any more, or
 * time is up. Any thread.
 */
public final class Awaitings {
  private final Function<MessageId, DeliveryStatus> status;
  private final Executor readers;
  private final Waiters waiters;
  private final Timekeeper time;
  private final Set<Awaiting> all = ConcurrentHashMap.newKeySet();

  public Awaitings(
      Function<MessageId, DeliveryStatus> status,
      Executor readers,
      Waiters waiters,
      Timekeeper time) {
    this.status = status;
    this.readers = readers;
    this.waiters = waiters;
    this.time = time;
  }

  public CompletableFuture<DeliveryStatus> start(
      MessageId id, State rung, boolean any, Duration timeout) {
    Awaiting awaiting = new Awaiting(id, rung, any);
    Runnable onClimb = awaiting::look;
    all.add(awaiting);
    waiters.add(id, onClimb); // before the first look, so that no climb falls in between
    Timekeeper.Alarm alarm =
        time.after(
            timeout,
            () ->
                awaiting.fail(
                    ErrorCode.TIMEOUT,
                    "message "
                        + id
                        + " was not '"
                        + rung.wireName()
                        + "' within "
                        + timeout.toMillis()
                        + " ms"));
    CompletableFuture<DeliveryStatus> _ =
        awaiting.future.whenComplete(
            (_, _) -> {
              alarm.cancel();
              waiters.remove(id, onClimb);
              all.remove(awaiting);
            });
    awaiting.look();
    return awaiting.future;
  }

  /** Nothing will climb any more. */
  public void close() {
    all.forEach(awaiting -> awaiting.fail(ErrorCode.SHUTTING_DOWN, "the hub is stopping"));
  }

  /** One who waits. */
  private final class Awaiting {
    private final MessageId id;
    private final State rung;
    private final boolean any;
    private final CompletableFuture<DeliveryStatus> future = new CompletableFuture<>();

    Awaiting(MessageId id, State rung, boolean any) {
      this.id = id;
      this.rung = rung;
      this.any = any;
    }

    void look() {
      if (future.isDone()) {
        return;
      }
      try {
        readers.execute(this::judge);
      } catch (RejectedExecutionException e) {
        fail(ErrorCode.SHUTTING_DOWN, "the hub is stopping");
      }
    }

    private void judge() {
      try {
        DeliveryStatus found = status.apply(id);
        Ladder ladder = Ladder.of(found.recipients());
        if (ladder.hasReached(rung, any)) {
          future.complete(found);
        } else if (found.recipients().isEmpty()) {
          fail(ErrorCode.CONFLICT, "message " + id + " is in nobody's inbox");
        } else if (ladder.isLost(rung, any)) {
          fail(
              ErrorCode.CONFLICT,
              "message "
                  + id
                  + " can no longer become '"
                  + rung.wireName()
                  + "': a copy has come to another end");
        }
      } catch (RuntimeException e) {
        future.completeExceptionally(e);
      }
    }

    void fail(ErrorCode code, String why) {
      future.completeExceptionally(new Refused(code, why));
    }
  }
}
