package dev.parley.doors.mcp.tools;

import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import dev.parley.doors.mcp.catalog.CallContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows copies of inboxes to models so that none is lost on the way: what is shown is delivered and
 * noted in one commit, before anybody sees it; what was not written to a client that was there
 * comes again at once, what nobody has marked comes again later. Blocking.
 */
final class Showings {
  private static final String TABLE = "mcp-shown";
  private static final int MARKS_SECONDS_MAX = 2;

  private static final Comparator<ShownCopies.Entry> ORDER =
      Comparator.comparing(ShownCopies.Entry::priority)
          .thenComparingLong(ShownCopies.Entry::position);

  private final Broker broker;
  private final WaitingLine waiting;
  private final Duration pause;
  private final LongSupplier millis;

  /** An answer that is to be written, and then something is marked. */
  private static final class Marking {
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  }

  /** What is to be marked as soon as it was written, by inbox. */
  private final Map<BoxId, Set<Marking>> marking = new ConcurrentHashMap<>();

  Showings(Broker broker, WaitingLine waiting, Duration pause, LongSupplier millis) {
    this.broker = broker;
    this.waiting = waiting;
    this.pause = pause;
    this.millis = millis;
    broker.participants().onAgent(this::onAgent);
  }

  /** Of an agent that is gone nothing is kept. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null) {
      var _ = broker.records().delete(TABLE, List.of(BoxId.inbox(was.id()).text()));
    }
  }

  /**
   * Copies that come again now, and when the next one will.
   *
   * @param millis until then; {@link Long#MAX_VALUE} for never
   */
  record Due(List<Copy> copies, long millis, ShownCopies known) {}

  Due due(BoxId inbox) throws InterruptedException {
    ShownCopies known = known(inbox);
    long now = millis.getAsLong();
    List<ShownCopies.Entry> due = new ArrayList<>();
    long next = Long.MAX_VALUE;
    for (ShownCopies.Entry entry : known.all()) {
      long left = entry.millisToDue(now, pause);
      if (left == 0) {
        due.add(entry);
      } else {
        next = Math.min(next, left);
      }
    }
    due.sort(ORDER);
    return new Due(unread(inbox, due), next, known);
  }

  /** As many of these from the beginning as one may have in memory. */
  private List<Copy> unread(BoxId inbox, List<ShownCopies.Entry> entries)
      throws InterruptedException {
    List<Copy> unread = new ArrayList<>();
    List<MessageId> settled = new ArrayList<>();
    long bytes = 0;
    for (ShownCopies.Entry entry : entries) {
      List<Copy> found = Waits.result(broker.lookups().copies(inbox, List.of(entry.position())));
      if (found.isEmpty() || isSettled(found.getFirst(), entry)) {
        settled.add(entry.id());
      } else {
        unread.add(found.getFirst());
        bytes += found.getFirst().message().json().length;
      }
      if (bytes >= MessageStore.READ_BYTES_MAX) {
        break;
      }
    }
    if (!settled.isEmpty()) {
      var _ = forget(inbox, settled);
    }
    return unread;
  }

  /** Somebody has marked it, it has expired, or it is another one by now. */
  private boolean isSettled(Copy copy, ShownCopies.Entry entry) {
    return !copy.message().id().equals(entry.id())
        || copy.message().isExpiredAt(broker.time().endingMillis())
        || copy.state().hasReached(State.READ);
  }

  /** What was shown there and is not marked. */
  ShownCopies known(BoxId inbox) {
    return ShownCopies.read(broker.records().get(TABLE, inbox.text()).orElse(null));
  }

  /** Who may be shown what. */
  enum Who {
    /** Whoever is first: a copy that is taken by another call meanwhile is left out. */
    ONE,
    /** Whoever asks: nothing is left out. */
    ANYBODY
  }

  /**
   * Notes that these are shown by this call, and sees to what follows from whether they were.
   *
   * @param marks the ids of those that are read when they were shown and written
   * @return those that are to be shown
   */
  List<Copy> show(
      CallContext context, BoxId inbox, List<Copy> copies, Who who, Collection<MessageId> marks)
      throws InterruptedException {
    if (copies.isEmpty()) {
      return copies;
    }
    long now = millis.getAsLong();
    CompletableFuture<List<Copy>> showing =
        broker.transactions().run(tx -> show(tx, inbox, copies, who, now));
    Marking begun = new Marking();
    if (!marks.isEmpty()) {
      beginMarking(inbox, begun);
    }
    context.whenAnswered(
        written -> {
          var _ =
              showing
                  .thenCompose(shown -> settle(inbox, shown, written, marks, now))
                  .whenComplete((_, _) -> endMarking(inbox, begun));
        });
    return Waits.result(showing);
  }

  /** Shows a copy that was delivered when it came, because this call waited for it. */
  void showTaken(CallContext context, Copy copy) throws InterruptedException {
    BoxId inbox = copy.box();
    long now = millis.getAsLong();
    CompletableFuture<List<Copy>> noted =
        broker
            .transactions()
            .run(
                tx -> {
                  ShownCopies known = ShownCopies.read(tx.get(TABLE, inbox.text()));
                  known.show(copy, now);
                  write(tx, inbox, known);
                  return List.of(copy);
                });
    context.whenAnswered(
        written -> {
          var _ = noted.thenCompose(shown -> settle(inbox, shown, written, List.of(), now));
        });
    List<Copy> _ = Waits.result(noted);
  }

  /** A copy was delivered to a call that could not show it any more. */
  void notShown(Copy copy) {
    var _ = settle(copy.box(), List.of(copy), false, List.of(), ShownCopies.NEVER);
  }

  private List<Copy> show(Tx tx, BoxId inbox, List<Copy> copies, Who who, long now) {
    ShownCopies known = ShownCopies.read(tx.get(TABLE, inbox.text()));
    boolean changed = false;
    List<Copy> shown = new ArrayList<>();
    for (Copy copy : copies) {
      MessageId id = copy.message().id();
      boolean fresh =
          copy.state().isPending() && tx.climb(inbox, copy.position(), id, State.DELIVERED);
      ShownCopies.Entry entry = known.get(id);
      boolean again =
          entry != null
              && !copy.state().isPending()
              && (who == Who.ANYBODY || entry.millisToDue(now, pause) == 0);
      if (fresh || again) {
        known.show(copy, now);
        changed = true;
      }
      if (fresh || again || who == Who.ANYBODY) {
        shown.add(copy);
      }
    }
    if (changed) {
      write(tx, inbox, known);
    }
    return shown;
  }

  private static void write(Tx tx, BoxId inbox, ShownCopies shown) {
    if (!shown.isEmpty()) {
      tx.put(TABLE, inbox.text(), shown.bytes());
    } else if (tx.get(TABLE, inbox.text()) != null) {
      tx.delete(TABLE, inbox.text());
    }
  }

  private CompletableFuture<?> settle(
      BoxId inbox, List<Copy> shown, boolean written, Collection<MessageId> marks, long at) {
    if (written) {
      // Another call may have taken some of those that were to be marked.
      List<MessageId> seen =
          shown.stream().map(copy -> copy.message().id()).filter(marks::contains).toList();
      return seen.isEmpty() ? CompletableFuture.completedFuture(0) : mark(inbox, seen);
    }
    return broker
        .transactions()
        .run(
            tx -> {
              ShownCopies known = ShownCopies.read(tx.get(TABLE, inbox.text()));
              shown.stream()
                  .filter(copy -> !copy.state().hasReached(State.READ))
                  .forEach(copy -> known.unseen(copy, at));
              write(tx, inbox, known);
              return known;
            })
        .thenRun(() -> waiting.letLook(inbox.name()));
  }

  /** Marks these read; completes with how many were not before. */
  CompletableFuture<Integer> mark(BoxId inbox, Collection<MessageId> ids) {
    return broker
        .markRead(inbox, List.copyOf(ids))
        .thenCompose(count -> forget(inbox, ids).thenApply(_ -> count));
  }

  private CompletableFuture<Boolean> forget(BoxId inbox, Collection<MessageId> ids) {
    if (known(inbox).isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    return broker
        .transactions()
        .run(
            tx -> {
              ShownCopies known = ShownCopies.read(tx.get(TABLE, inbox.text()));
              boolean any = known.forget(ids);
              if (any) {
                write(tx, inbox, known);
              }
              return any;
            });
  }

  private void beginMarking(BoxId inbox, Marking begun) {
    var _ =
        marking.compute(
            inbox,
            (_, all) -> {
              Set<Marking> more = all == null ? ConcurrentHashMap.newKeySet() : all;
              more.add(begun);
              return more;
            });
  }

  private void endMarking(BoxId inbox, Marking ended) {
    ended.ended.complete(true);
    var _ =
        marking.computeIfPresent(
            inbox,
            (_, all) -> {
              all.remove(ended);
              return all.isEmpty() ? null : all;
            });
  }

  /** What earlier answers were to mark is marked, unless a client takes too long to read them. */
  void awaitMarks(BoxId inbox) throws InterruptedException {
    for (Marking begun : marking.getOrDefault(inbox, Set.of())) {
      if (Waits.within(begun.ended, MARKS_SECONDS_MAX) == null) {
        return;
      }
    }
  }
}
