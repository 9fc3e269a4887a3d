package dev.parley.core.delivery;

import dev.parley.core.commit.Committer;
import dev.parley.core.delivery.Flights.Flight;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All live listeners, by inbox. Except for {@link #listen} and the counters, for the committer
 * thread only.
 */
public final class Live {
  private static final Logger LOG = LoggerFactory.getLogger(Live.class);
  private static final Duration LEASE_LOOK = Duration.ofMillis(250);

  /** The feeds of one inbox. */
  private static final class Outlet {
    final List<CopyFeed> copies = new ArrayList<>();
    @Nullable SharedFeed shared;

    boolean isEmpty() {
      return copies.isEmpty() && shared == null;
    }
  }

  private final MessageStore store;
  private final Committer committer;
  private final Executor readers;
  private final Timekeeper time;
  private final Waiters waiters;
  private final Leases leases;
  private final Map<BoxId, Outlet> outlets = new HashMap<>();
  private final LongAdder pushes = new LongAdder();
  private final LongAdder givenUp = new LongAdder();
  private final LongAdder listeners = new LongAdder();

  /** Feeds that another hub has the lease of, while this one waits for it to go. */
  private final Set<SharedFeed> unleased = new HashSet<>();

  private boolean looking;

  // Of the commit that is being made: who begins to listen, and what somebody takes.
  private final Set<BoxId> beginning = new HashSet<>();
  private final Map<BoxId, Set<Long>> taken = new HashMap<>();
  private final List<SharedFeed> settling = new ArrayList<>();

  public Live(
      MessageStore store, Committer committer, Executor readers, Timekeeper time, Waiters waiters) {
    this.store = store;
    this.committer = committer;
    this.readers = readers;
    this.time = time;
    this.waiters = waiters;
    this.leases = new Leases(store);
    committer.afterEach(this::onCommitted);
  }

  public long pushes() {
    return pushes.sum();
  }

  public long givenUp() {
    return givenUp.sum();
  }

  public long listeners() {
    return listeners.sum();
  }

  // ---- what the broker tells

  /**
   * A copy has become durable. With {@code answered} it has served as the reply somebody was
   * waiting for.
   */
  public void placed(Placement placement, StoredMessage message, boolean answered) {
    BoxId box = placement.box();
    Outlet outlet = outlets.get(box);
    if (outlet == null) {
      return;
    }
    long position = placement.position();
    Copy copy = new Copy(box, position, placement.state(), 0, placement.annotation(), message);
    boolean expired = message.expiresAt() != 0 && message.isExpiredAt(now());
    boolean gone = answered || isTakenUnseen(box, position);
    for (CopyFeed feed : outlet.copies) {
      feed.onPlaced(copy, !expired && !(gone && feed.takes()));
    }
    if (outlet.shared != null) {
      outlet.shared.onPlaced(copy, !expired && !gone);
    }
  }

  /**
   * A copy is received in the commit that is being made: it must not be pushed to those who take,
   * and is in flight no longer once that is durable.
   */
  public void taken(BoxId box, long position) {
    Outlet outlet = outlets.get(box);
    if (outlet != null && outlet.shared != null) {
      Flight flight = outlet.shared.flight(position);
      if (flight != null) {
        outlet.shared.take(flight);
        return;
      }
    }
    if (outlet != null || beginning.contains(box)) {
      taken.computeIfAbsent(box, _ -> new HashSet<>()).add(position);
    }
  }

  /** Of a copy that is not in flight on a shared feed. */
  private boolean isTakenUnseen(BoxId box, long position) {
    return !taken.isEmpty() && taken.getOrDefault(box, Set.of()).contains(position);
  }

  boolean isTaken(BoxId box, long position) {
    Outlet outlet = outlets.get(box);
    Flight flight = outlet == null || outlet.shared == null ? null : outlet.shared.flight(position);
    return flight == null ? isTakenUnseen(box, position) : flight.taken;
  }

  /** Flights of this feed are taken in the commit that is being made. */
  void settleAfterCommit(SharedFeed feed) {
    settling.add(feed);
  }

  private void onCommitted(boolean durable) {
    leases.onCommitted(durable);
    if (durable) {
      taken.forEach(
          (box, positions) -> {
            Outlet outlet = outlets.get(box);
            if (outlet != null && outlet.shared != null) {
              outlet.shared.received(positions);
            }
          });
    }
    settling.forEach(feed -> feed.settle(durable));
    settling.clear();
    taken.clear();
    beginning.clear();
  }

  /** The inbox is no more. */
  public void ended(BoxId box) {
    Outlet outlet = outlets.remove(box);
    if (outlet == null) {
      return;
    }
    Refused why = new Refused(ErrorCode.NOT_FOUND, "the inbox of '" + box.name() + "' is gone");
    for (CopyFeed feed : outlet.copies) {
      feed.close();
      listeners.decrement();
      feed.tellEnded(why);
    }
    SharedFeed shared = outlet.shared;
    if (shared != null) {
      shared.close();
      listeners.add(-shared.size());
      shared.tellEnded(why);
    }
  }

  // ---- listening

  public CompletableFuture<Listening> listen(BoxId box, ListenOptions options, Listener listener) {
    return committer.submit(
        commit -> start(commit, box, options),
        start -> {
          Ear ear = new Ear(listener);
          Listening listening =
              options.ack() == AckMode.MANUAL
                  ? share(box, options, ear, start)
                  : copy(box, options, ear, start);
          ear.onBroken(listening::close);
          listeners.increment();
          return listening;
        });
  }

  /**
   * @param leased may this hub push what is to be acknowledged?
   */
  private record Start(long next, long end, boolean leased) {}

  private Start start(Commit commit, BoxId box, ListenOptions options) {
    beginning.add(box);
    boolean leased = options.ack() != AckMode.MANUAL || leases.take(commit, box);
    long end = commit.stats(box).next();
    long from = options.from();
    if (from == ListenOptions.NOW) {
      return new Start(end, end, leased);
    }
    if (from == ListenOptions.PENDING) {
      return new Start(commit.firstPending(box), end, leased);
    }
    if (from >= end) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "cursor " + from + " is beyond the end of the inbox (" + (end - 1) + ")");
    }
    return new Start(from + 1, end, leased);
  }

  private Listening copy(BoxId box, ListenOptions options, Ear ear, Start start) {
    boolean pendingOnly = options.from() == ListenOptions.PENDING;
    boolean auto = options.ack() == AckMode.AUTO;
    CopyFeed feed = new CopyFeed(this, box, start.next, start.end, pendingOnly, ear, auto);
    outletOf(box).copies.add(feed);
    return new CopyListening(this, feed);
  }

  private Listening share(BoxId box, ListenOptions options, Ear ear, Start start) {
    Outlet outlet = outletOf(box);
    SharedFeed feed = outlet.shared;
    if (feed == null) {
      feed = new SharedFeed(this, box, start.next, start.end, start.leased);
      outlet.shared = feed;
      if (!start.leased) {
        askForLease(feed);
      }
    } else if (options.from() != ListenOptions.NOW) {
      feed.rewind(start.next);
    }
    SharedFeed.Member member = new SharedFeed.Member(ear, options);
    feed.join(member);
    return new SharedListening(this, feed, member);
  }

  private Outlet outletOf(BoxId box) {
    return outlets.computeIfAbsent(box, _ -> new Outlet());
  }

  void remove(CopyFeed feed) {
    if (feed.isClosed()) {
      return;
    }
    feed.close();
    listeners.decrement();
    Outlet outlet = outlets.get(feed.box);
    if (outlet != null) {
      outlet.copies.remove(feed);
      forgetIfEmpty(feed.box, outlet);
    }
  }

  void remove(SharedFeed feed, SharedFeed.Member member) {
    if (feed.isClosed() || !feed.leave(member)) {
      return;
    }
    listeners.decrement();
    Outlet outlet = outlets.get(feed.box);
    if (feed.isClosed() && outlet != null) {
      outlet.shared = null;
      forgetIfEmpty(feed.box, outlet);
      if (leases.isHeld(feed.box)) {
        giveBack(feed.box);
      }
    }
  }

  // ---- where other hubs push as well

  /** Nobody listens here any more, unless somebody has come back by the time it is written. */
  private void giveBack(BoxId box) {
    committer.post(
        commit -> {
          Outlet outlet = outlets.get(box);
          if (outlet == null || outlet.shared == null) {
            leases.release(commit, box);
          }
          return box;
        },
        _ -> {},
        () -> {});
  }

  /** Looks again and again whether the hub that pushes has gone, until this one may. */
  private void askForLease(SharedFeed feed) {
    unleased.add(feed);
    lookLater();
  }

  /** One alarm for all of them: a hub that dies may leave many thousand. */
  private void lookLater() {
    if (!looking && !unleased.isEmpty()) {
      looking = true;
      after(LEASE_LOOK, this::lookForLeases);
    }
  }

  private void lookForLeases() {
    looking = false;
    unleased.removeIf(feed -> feed.isClosed() || feed.isLeased());
    for (SharedFeed feed : unleased) {
      takeLease(feed);
    }
    lookLater();
  }

  private void takeLease(SharedFeed feed) {
    // Looked at before there is a commit: nearly always the answer is no.
    if (feed.isClosed() || feed.isLeased() || !leases.isFree(feed.box)) {
      return;
    }
    committer.post(
        commit -> leases.take(commit, feed.box) ? commit.firstPending(feed.box) : -1L,
        pending -> {
          if (pending >= 0 && !feed.isLeased()) {
            feed.lease(pending);
          }
        },
        () -> {}); // looked at again
  }

  /** Another hub has changed a record: it may have taken a lease or given one back. */
  public void onElsewhere(String table, String key, byte @Nullable [] value) {
    BoxId box = leases.onElsewhere(table, key, value);
    Outlet outlet = box == null ? null : outlets.get(box);
    SharedFeed feed = outlet == null ? null : outlet.shared;
    if (feed == null) {
      return;
    }
    if (value == null) {
      takeLease(feed);
    } else if (feed.isLeased()) {
      feed.unlease();
      askForLease(feed);
    }
  }

  private void forgetIfEmpty(BoxId box, Outlet outlet) {
    if (outlet.isEmpty()) {
      outlets.remove(box);
    }
  }

  // ---- what feeds need

  Committer committer() {
    return committer;
  }

  Waiters waiters() {
    return waiters;
  }

  long now() {
    return time.millis();
  }

  Timekeeper.Alarm after(Duration delay, Runnable action) {
    return time.after(delay, () -> committer.execute(action));
  }

  /** Does the copy still wait for somebody, as of this commit? */
  boolean isPending(Commit commit, Copy copy) {
    State state = commit.stateOf(copy.box(), copy.position());
    return state != null && state.isPending() && !copy.message().isExpiredAt(now());
  }

  /** Reads on another thread; either of the two is called, on whatever thread. */
  void read(BoxId box, long from, int limit, Consumer<List<Copy>> onRead, Runnable onFailed) {
    try {
      readers.execute(
          () -> {
            List<Copy> chunk;
            try {
              chunk = store.readForward(box, from, limit);
            } catch (RuntimeException e) {
              LOG.warn("the inbox '{}' could not be read; trying again", box.name(), e);
              onFailed.run();
              return;
            }
            onRead.accept(chunk);
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("the hub is stopping: '{}' is not read on", box.name());
    }
  }

  /** Notes a push; the mark may wait for the next commit. */
  void pushed(Copy copy, State reached, int attempts) {
    pushes.increment();
    BoxId box = copy.box();
    long position = copy.position();
    committer.defer(commit -> commit.advance(box, position, reached, attempts));
    MessageId id = copy.message().id();
    if (waiters.isAwaited(id)) {
      // The note is made at the start of the commit that this is a part of.
      committer.post(_ -> id, waiters::climbed, () -> {});
    }
  }

  /** Too many attempts: to the dead letters with it. */
  void giveUp(Copy copy, int attempts, Runnable onFailed) {
    MessageId id = copy.message().id();
    String reason = "not acknowledged after " + attempts + " attempts";
    committer.post(
        commit -> {
          boolean moved = commit.advance(copy.box(), copy.position(), State.FAILED, -1) != null;
          if (moved) {
            String annotation = DeadLetter.annotation(reason, copy.box());
            commit.place(
                id, List.of(new Placement(BoxId.DEAD_LETTERS, State.ACCEPTED, annotation)));
          }
          return moved;
        },
        moved -> {
          if (moved) {
            givenUp.increment();
            waiters.climbed(id);
          }
        },
        onFailed);
  }
}
