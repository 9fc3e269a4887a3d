package dev.parley.core.delivery;

import dev.parley.core.commit.Committer;
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
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All live listeners, by inbox. Except for {@link #listen} and the counters, for the committer
 * thread only.
 */
public final class Live {

  /** The feeds of one inbox. */
  private static final class Outlet {
    final List<CopyFeed> copies = new ArrayList<>();
    @Nullable SharedFeed shared;

    boolean isEmpty() {
      return copies.isEmpty() && shared == null;
    }
  }

  private record Spot(BoxId box, long position) {}

  private final MessageStore store;
  private final Committer committer;
  private final Executor readers;
  private final Timekeeper time;
  private final Waiters waiters;
  private final Map<BoxId, Outlet> outlets = new HashMap<>();
  private final Set<Spot> taken = new HashSet<>();
  private final LongAdder pushes = new LongAdder();
  private final LongAdder givenUp = new LongAdder();
  private final LongAdder listeners = new LongAdder();

  public Live(
      MessageStore store, Committer committer, Executor readers, Timekeeper time, Waiters waiters) {
    this.store = store;
    this.committer = committer;
    this.readers = readers;
    this.time = time;
    this.waiters = waiters;
    committer.beforeEach(_ -> taken.clear());
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
    Outlet outlet = outlets.get(placement.box());
    if (outlet == null) {
      return;
    }
    long position = placement.position();
    Copy copy =
        new Copy(placement.box(), position, placement.state(), 0, placement.annotation(), message);
    boolean gone =
        answered || (!taken.isEmpty() && taken.contains(new Spot(placement.box(), position)));
    for (int i = 0; i < outlet.copies.size(); i++) {
      outlet.copies.get(i).onPlaced(copy, gone);
    }
    if (outlet.shared != null) {
      outlet.shared.onPlaced(copy, gone);
    }
  }

  /**
   * A copy was received in the commit that is being made, so it must not be pushed to those who
   * take.
   */
  public void taken(BoxId box, long position) {
    if (outlets.containsKey(box)) {
      taken.add(new Spot(box, position));
    }
  }

  /** The inbox is no more. */
  public void ended(BoxId box) {
    Outlet outlet = outlets.remove(box);
    if (outlet == null) {
      return;
    }
    Refused why = new Refused(ErrorCode.NOT_FOUND, "the inbox of '" + box.name() + "' is gone");
    List<Feed> feeds = new ArrayList<>(outlet.copies);
    if (outlet.shared != null) {
      feeds.add(outlet.shared);
    }
    for (Feed feed : feeds) {
      feed.tellEnded(why);
      feed.close();
    }
  }

  // ---- listening

  public CompletableFuture<Listening> listen(BoxId box, ListenOptions options, Listener listener) {
    return committer.submit(
        commit -> start(commit, box, options),
        start ->
            options.ack() == AckMode.MANUAL
                ? share(box, options, listener, start)
                : copy(box, options, listener, start),
        _ -> {});
  }

  private record Start(long next, long end) {}

  private static Start start(Commit commit, BoxId box, ListenOptions options) {
    long end = commit.stats(box).next();
    long from = options.from();
    if (from == ListenOptions.NOW) {
      return new Start(end, end);
    }
    if (from == ListenOptions.PENDING) {
      return new Start(commit.firstPending(box), end);
    }
    if (from >= end) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "cursor " + from + " is beyond the end of the inbox (" + (end - 1) + ")");
    }
    return new Start(from + 1, end);
  }

  private Listening copy(BoxId box, ListenOptions options, Listener listener, Start start) {
    boolean pendingOnly = options.from() == ListenOptions.PENDING;
    boolean auto = options.ack() == AckMode.AUTO;
    CopyFeed feed = new CopyFeed(this, box, start.next, start.end, pendingOnly, listener, auto);
    outletOf(box).copies.add(feed);
    listeners.increment();
    return new CopyListening(this, feed);
  }

  private Listening share(BoxId box, ListenOptions options, Listener listener, Start start) {
    Outlet outlet = outletOf(box);
    SharedFeed feed = outlet.shared;
    if (feed == null) {
      feed = new SharedFeed(this, box, start.next, start.end);
      outlet.shared = feed;
    }
    SharedFeed.Member member = new SharedFeed.Member(listener, options);
    feed.join(member);
    listeners.increment();
    return new SharedListening(this, feed, member);
  }

  private Outlet outletOf(BoxId box) {
    return outlets.computeIfAbsent(box, _ -> new Outlet());
  }

  void remove(CopyFeed feed) {
    if (!feed.isClosed()) {
      feed.close();
      listeners.decrement();
      Outlet outlet = outlets.get(feed.box);
      if (outlet != null) {
        outlet.copies.remove(feed);
        forgetIfEmpty(feed.box, outlet);
      }
    }
  }

  void remove(SharedFeed feed, SharedFeed.Member member) {
    if (feed.isClosed()) {
      return;
    }
    listeners.decrement();
    Outlet outlet = outlets.get(feed.box);
    if (!feed.leave(member) && outlet != null && outlet.shared == feed) {
      outlet.shared = null;
      forgetIfEmpty(feed.box, outlet);
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

  void read(BoxId box, long from, int limit, Consumer<@Nullable List<Copy>> then) {
    readers.execute(
        () -> {
          List<Copy> chunk = null;
          try {
            chunk = store.readForward(box, from, limit);
          } finally {
            then.accept(chunk);
          }
        });
  }

  /** Notes a push; the mark may wait for the next commit. */
  void pushed(Copy copy, State reached, int attempts) {
    pushes.increment();
    BoxId box = copy.box();
    long position = copy.position();
    committer.defer(commit -> commit.advance(box, position, reached, attempts));
    if (waiters.isAwaited(copy.message().id())) {
      tell(copy.message().id());
    }
  }

  /** Too many attempts: to the dead letters with it. */
  void giveUp(Copy copy, int attempts) {
    MessageId id = copy.message().id();
    String reason = "not acknowledged after " + attempts + " attempts";
    committer.post(
        commit -> {
          if (commit.advance(copy.box(), copy.position(), State.FAILED, -1) != null) {
            String annotation = DeadLetter.annotation(reason, copy.box());
            commit.place(
                id, List.of(new Placement(BoxId.DEAD_LETTERS, State.ACCEPTED, annotation)));
          }
          return id;
        },
        failed -> {
          givenUp.increment();
          waiters.climbed(failed);
        },
        _ -> {});
  }

  /** Tells those who wait, once what has been noted so far is durable. */
  private void tell(MessageId id) {
    committer.post(_ -> id, waiters::climbed, _ -> {});
  }
}
