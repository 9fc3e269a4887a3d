package dev.parley.core.inbox;

import dev.parley.core.commit.Committer;
import dev.parley.core.delivery.Live;
import dev.parley.core.delivery.Waiters;
import dev.parley.core.history.Readers;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.OpenTx;
import dev.parley.core.sending.TxRunner;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.SharedStore;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Taking copies out of inboxes without listening to them. */
public final class Inboxes {
  private static final int SLICE = 32;

  private final MessageStore store;
  private final Committer committer;
  private final TxRunner transactions;
  private final Readers readers;
  private final Timekeeper time;
  private final Live live;
  private final Waiters waiters;
  private final Expiry expiry;

  public Inboxes(
      MessageStore store,
      Committer committer,
      TxRunner transactions,
      Readers readers,
      Timekeeper time,
      Live live,
      Waiters waiters,
      Expiry expiry) {
    this.store = store;
    this.committer = committer;
    this.transactions = transactions;
    this.readers = readers;
    this.time = time;
    this.live = live;
    this.waiters = waiters;
    this.expiry = expiry;
  }

  /**
   * Takes what is pending, a slice at a time: how large a message is shows only when it is read,
   * and what has been taken has to be handed out.
   */
  public CompletableFuture<List<Copy>> receive(BoxId inbox, int limit) {
    return receiveMore(inbox, limit, new ArrayList<>(), 0);
  }

  private CompletableFuture<List<Copy>> receiveMore(
      BoxId inbox, int limit, List<Copy> received, long bytes) {
    int slice = Math.min(limit - received.size(), SLICE);
    return take(inbox, slice)
        .thenCompose(
            positions ->
                positions.isEmpty()
                    ? CompletableFuture.completedFuture(List.<Copy>of())
                    : readers.read(() -> taken(inbox, positions)))
        .thenCompose(
            copies -> {
              received.addAll(copies);
              long bytesNow = bytes + bytesOf(copies);
              return copies.size() < slice
                      || received.size() == limit
                      || bytesNow >= MessageStore.READ_BYTES_MAX
                  ? CompletableFuture.completedFuture(received)
                  : receiveMore(inbox, limit, received, bytesNow);
            })
        // What was taken before goes out all the same; whoever asks again hears of the trouble.
        .exceptionallyCompose(
            failure ->
                received.isEmpty()
                    ? CompletableFuture.failedFuture(failure)
                    : CompletableFuture.completedFuture(received));
  }

  private static long bytesOf(List<Copy> copies) {
    return copies.stream().mapToLong(copy -> copy.message().json().length).sum();
  }

  /** Marks what is pending delivered; completes, when that is durable, with where it lies. */
  private CompletableFuture<List<Long>> take(BoxId inbox, int limit) {
    return transactions.run(
        tx -> {
          Commit commit = tx.commit();
          List<Long> positions = new ArrayList<>();
          for (CopyRef ref : waiting(tx, inbox, limit)) {
            commit.advance(inbox, ref.position(), State.DELIVERED, -1);
            live.taken(inbox, ref.position());
            live.climbed(inbox, ref.position(), State.DELIVERED);
            positions.add(ref.position());
          }
          return positions;
        },
        positions -> positions);
  }

  /**
   * What is pending and has not expired. As a rule the beginning of the commit has seen to that;
   * when more is due than one commit works off, what was to be taken here comes first.
   */
  private List<CopyRef> waiting(OpenTx tx, BoxId inbox, int limit) {
    List<CopyRef> pending = tx.commit().pending(inbox, limit);
    while (expiry.isDue() && expireSome(tx, inbox, pending)) {
      pending = tx.commit().pending(inbox, limit);
    }
    return pending;
  }

  private boolean expireSome(OpenTx tx, BoxId inbox, List<CopyRef> pending) {
    boolean any = false;
    long now = time.endingMillis();
    for (Copy copy : store.read(inbox, pending.stream().map(CopyRef::position).toList())) {
      if (copy.message().isExpiredAt(now)) {
        expiry.expire(tx, copy.message().id(), inbox, copy.position());
        any = true;
      }
    }
    return any;
  }

  /** The copies at these positions, and those who wait for them to be delivered are told. */
  private List<Copy> taken(BoxId inbox, List<Long> positions) {
    List<Copy> copies = store.read(inbox, positions);
    copies.forEach(copy -> waiters.climbed(copy.message().id()));
    return copies;
  }

  /** What is pending, without taking it. */
  public List<Copy> peek(BoxId inbox, int limit) {
    int ask = limit;
    while (true) {
      long now = time.endingMillis();
      List<Copy> pending = store.pending(inbox, ask);
      List<Copy> fresh =
          pending.stream().filter(copy -> !copy.message().isExpiredAt(now)).limit(limit).toList();
      if (fresh.size() == limit || pending.size() < ask) {
        return fresh;
      }
      ask *= 2; // so much has expired that has not been marked yet
    }
  }

  /**
   * Lets the copies of these messages climb; completes with how many did. Those that are not there
   * may have been filed at another hub just now, and are looked for once more.
   */
  public CompletableFuture<Integer> climb(BoxId inbox, List<MessageId> ids, State rung) {
    return climbOnce(inbox, ids, rung)
        .thenCompose(
            climbed ->
                climbed.missing.isEmpty() || !(store instanceof SharedStore)
                    ? CompletableFuture.completedFuture(climbed.count)
                    : committer
                        .caughtUp()
                        .thenCompose(_ -> climbOnce(inbox, climbed.missing, rung))
                        .thenApply(later -> climbed.count + later.count));
  }

  private record Climbed(int count, List<MessageId> missing) {}

  private CompletableFuture<Climbed> climbOnce(BoxId inbox, List<MessageId> ids, State rung) {
    return committer.submit(
        commit -> {
          int moved = 0;
          List<MessageId> missing = List.of();
          for (MessageId id : ids) {
            long position = commit.positionOf(inbox, id);
            if (position >= 0) {
              live.taken(inbox, position);
              live.climbed(inbox, position, rung);
              moved += commit.advance(inbox, position, rung, -1) == null ? 0 : 1;
            } else {
              missing = missing.isEmpty() ? new ArrayList<>() : missing;
              missing.add(id);
            }
          }
          return new Climbed(moved, missing);
        },
        climbed -> {
          ids.forEach(waiters::climbed);
          return climbed;
        });
  }

  /** Empties a box; completes with how many copies were in it. */
  public CompletableFuture<BoxStats> clear(BoxId box) {
    return committer.submit(
        commit -> {
          BoxStats stats = commit.stats(box);
          commit.trim(box, stats.next());
          return stats;
        });
  }
}
