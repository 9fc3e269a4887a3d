package dev.parley.core.delivery;

import dev.parley.core.commit.Committer;
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
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads for feeds, and writes down what they push and what they give up. Committer thread. */
final class Pushing implements FeedHost {
  private static final Logger LOG = LoggerFactory.getLogger(Pushing.class);

  private final MessageStore store;
  private final Committer committer;
  private final Executor readers;
  private final Timekeeper time;
  private final Waiters waiters;
  private final TakenCopies taken;
  private final Latencies latencies;
  private final ClimbTimes climbs;
  private final LongAdder pushes = new LongAdder();
  private final LongAdder givenUp = new LongAdder();

  Pushing(
      MessageStore store,
      Committer committer,
      Executor readers,
      Timekeeper time,
      Waiters waiters,
      TakenCopies taken,
      Latencies latencies,
      ClimbTimes climbs) {
    this.store = store;
    this.committer = committer;
    this.readers = readers;
    this.time = time;
    this.waiters = waiters;
    this.taken = taken;
    this.latencies = latencies;
    this.climbs = climbs;
  }

  /** Any thread. */
  long pushes() {
    return pushes.sum();
  }

  /** Any thread. */
  long givenUp() {
    return givenUp.sum();
  }

  boolean isExpired(StoredMessage message) {
    return message.expiresAt() != 0 && message.isExpiredAt(time.endingMillis());
  }

  @Override
  public long now() {
    return time.millis();
  }

  @Override
  public Timekeeper.Alarm after(Duration delay, Runnable action) {
    return time.after(delay, () -> committer.execute(action));
  }

  @Override
  public void read(
      BoxId box, long from, int limit, Consumer<List<Copy>> onRead, Runnable onFailed) {
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

  @Override
  public <T> void look(Function<Commit, T> look, Consumer<T> onLooked, Runnable onFailed) {
    committer.post(look, onLooked, onFailed);
  }

  @Override
  public boolean isPending(Commit commit, Copy copy) {
    State state = commit.stateOf(copy.box(), copy.position());
    return state != null && state.isPending() && !isExpired(copy.message());
  }

  @Override
  public boolean isTaken(BoxId box, long position) {
    return taken.contains(box, position);
  }

  @Override
  public void settleAfterCommit(SharedFeed feed) {
    taken.settleAfterCommit(feed);
  }

  @Override
  public void pushed(Copy copy, State reached, int attempts) {
    pushes.increment();
    latencies.pushed(copy);
    BoxId box = copy.box();
    long position = copy.position();
    climbs.climbed(box, position, State.PUSHED);
    climbs.climbed(box, position, reached);
    committer.defer(commit -> commit.advance(box, position, reached, attempts));
    MessageId id = copy.message().id();
    if (waiters.isAwaited(id)) {
      // The note is made at the start of the commit that this is a part of.
      committer.post(_ -> id, waiters::climbed, () -> {});
    }
  }

  @Override
  public void acknowledged(Copy copy) {
    latencies.acknowledged(copy);
  }

  @Override
  public void giveUp(Copy copy, int attempts, Runnable onFailed) {
    MessageId id = copy.message().id();
    BoxId.Inbox inbox = copy.box() instanceof BoxId.Inbox from ? from : null;
    DeadLetter letter = new DeadLetter("not acknowledged after " + attempts + " attempts", inbox);
    committer.post(
        commit -> {
          boolean moved = commit.advance(copy.box(), copy.position(), State.FAILED, -1) != null;
          if (moved) {
            Placement placement =
                new Placement(BoxId.DEAD_LETTERS, State.ACCEPTED, letter.annotation());
            commit.place(id, List.of(placement));
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
