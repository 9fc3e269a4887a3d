package dev.parley.core.delivery;

import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.metrics.Histogram;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * All live listeners: who begins and ends to listen, and what their feeds are told of. Except for
 * {@link #listen} and the counters, for the committer thread only.
 */
public final class Live {
  private final Committer committer;
  private final Outlets outlets = new Outlets();
  private final TakenCopies taken = new TakenCopies(outlets);
  private final Latencies latencies;
  private final ClimbTimes climbs;
  private final Pushing pushing;
  private final LeaseWatch leases;
  private final Acks acks;
  private final LongAdder listeners = new LongAdder();

  public Live(
      MessageStore store, Committer committer, Executor readers, Timekeeper time, Waiters waiters) {
    this.committer = committer;
    this.latencies = new Latencies(time);
    this.climbs = new ClimbTimes(time);
    this.pushing = new Pushing(store, committer, readers, time, waiters, taken, latencies, climbs);
    this.leases = new LeaseWatch(new Leases(store), outlets, committer, pushing);
    this.acks = new Acks(committer, waiters, taken, climbs);
    committer.afterEach(this::onCommitted);
  }

  public long pushes() {
    return pushing.pushes();
  }

  public long givenUp() {
    return pushing.givenUp();
  }

  public long listeners() {
    return listeners.sum();
  }

  public Histogram acceptToPush() {
    return latencies.acceptToPush();
  }

  public Histogram acceptToAck() {
    return latencies.acceptToAck();
  }

  // ---- what the broker tells

  /**
   * A copy has become durable. With {@code answered} it has served as the reply somebody was
   * waiting for.
   */
  public void placed(Placement placement, StoredMessage message, boolean answered) {
    BoxId box = placement.box();
    Outlets.Outlet outlet = outlets.get(box);
    if (outlet == null) {
      return;
    }
    long position = placement.position();
    Copy copy = new Copy(box, position, placement.state(), 0, placement.annotation(), message);
    boolean expired = pushing.isExpired(message);
    boolean gone = answered || taken.containsUnflown(box, position);
    latencies.placing();
    List<CopyFeed> copies = outlet.copies();
    for (int i = 0; i < copies.size(); i++) {
      CopyFeed feed = copies.get(i);
      feed.onPlaced(copy, !expired && !(gone && feed.takes()));
    }
    SharedFeed shared = outlet.shared();
    if (shared != null) {
      shared.onPlaced(copy, !expired && !gone);
    }
    latencies.placed();
  }

  /**
   * A copy is received in the commit that is being made: it must not be pushed to those who take,
   * and is in flight no longer once that is durable.
   */
  public void taken(BoxId box, long position) {
    taken.add(box, position);
  }

  /** A copy has reached a rung in the commit that is being made, or at another hub. */
  public void climbed(BoxId box, long position, State rung) {
    climbs.climbed(box, position, rung);
  }

  /** When these copies reached their first rungs, as far as it is remembered. Any thread. */
  public CompletableFuture<List<CopyTimes>> timesOf(List<CopyRef> copies) {
    return committer.submit(_ -> copies.stream().map(climbs::of).toList(), times -> times);
  }

  private void onCommitted(boolean durable) {
    leases.onCommitted(durable);
    taken.onCommitted(durable);
    latencies.onCommitted();
    climbs.onCommitted();
  }

  /** The inbox is no more. */
  public void ended(BoxId box) {
    climbs.ended(box);
    Outlets.Outlet outlet = outlets.remove(box);
    if (outlet == null) {
      return;
    }
    Refused why = new Refused(ErrorCode.NOT_FOUND, "the inbox of '" + box.name() + "' is gone");
    for (CopyFeed feed : outlet.copies()) {
      feed.close();
      listeners.decrement();
      feed.tellEnded(why);
    }
    SharedFeed shared = outlet.shared();
    if (shared != null) {
      shared.close();
      listeners.add(-shared.size());
      shared.tellEnded(why);
    }
  }

  /** Another hub has changed a record. */
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    leases.onOtherHub(table, key, value);
  }

  // ---- listening

  public CompletableFuture<Listening> listen(BoxId box, ListenOptions options, Listener listener) {
    return committer.submit(
        commit -> start(commit, box, options),
        start -> {
          GuardedListener guarded = new GuardedListener(listener);
          Listening listening =
              options.ack() == AckMode.MANUAL
                  ? share(box, options, guarded, start)
                  : copy(box, options, guarded, start);
          guarded.onBroken(listening::close);
          listeners.increment();
          return listening;
        });
  }

  /**
   * @param next the first position that is pushed
   * @param end where the inbox ends
   */
  private record Start(long next, long end, SharedFeed.Pusher pusher) {}

  private Start start(Commit commit, BoxId box, ListenOptions options) {
    taken.watch(box);
    boolean leased = options.ack() != AckMode.MANUAL || leases.take(commit, box);
    SharedFeed.Pusher pusher = leased ? SharedFeed.Pusher.THIS_HUB : SharedFeed.Pusher.OTHER_HUB;
    long end = commit.stats(box).next();
    long from = options.from();
    if (from == ListenOptions.NOW) {
      return new Start(end, end, pusher);
    }
    if (from == ListenOptions.PENDING) {
      return new Start(commit.firstPending(box), end, pusher);
    }
    if (from >= end) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "cursor " + from + " is beyond the end of the inbox (" + (end - 1) + ")");
    }
    return new Start(from + 1, end, pusher);
  }

  private Listening copy(BoxId box, ListenOptions options, GuardedListener listener, Start start) {
    CopyFeed feed = new CopyFeed(pushing, box, start.next, start.end, options, listener);
    outlets.add(feed);
    return new CopyListening(this, feed);
  }

  private Listening share(BoxId box, ListenOptions options, GuardedListener listener, Start start) {
    SharedFeed feed = outlets.shared(box);
    if (feed == null) {
      feed = new SharedFeed(pushing, box, start.next, start.end, start.pusher);
      outlets.add(feed);
      if (!feed.isLeased()) {
        leases.await(feed);
      }
    } else if (options.from() != ListenOptions.NOW) {
      feed.rewind(start.next);
    }
    SharedMember member = new SharedMember(listener, options);
    feed.join(member);
    return new SharedListening(this, feed, member);
  }

  // ---- what the handles of listeners need

  Acks acks() {
    return acks;
  }

  /** Has the feed go on, if it is behind and there is room. Any thread. */
  void resume(Feed feed) {
    committer.execute(feed::pump);
  }

  /** Any thread. */
  void close(CopyFeed feed) {
    committer.execute(() -> remove(feed));
  }

  /** Any thread. */
  void close(SharedFeed feed, SharedMember member) {
    committer.execute(() -> remove(feed, member));
  }

  private void remove(CopyFeed feed) {
    if (!feed.isClosed()) {
      feed.close();
      listeners.decrement();
      outlets.remove(feed);
    }
  }

  private void remove(SharedFeed feed, SharedMember member) {
    if (feed.isClosed() || !feed.leave(member)) {
      return;
    }
    listeners.decrement();
    if (feed.isClosed()) {
      outlets.remove(feed);
      leases.giveBack(feed.box);
    }
  }
}
