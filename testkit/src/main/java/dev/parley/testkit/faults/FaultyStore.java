package dev.parley.testkit.faults;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.ForwardingStore;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A store that does what the one inside does, until it is told to fail or to wait. Only commits
 * that change something count and fail.
 */
public final class FaultyStore extends ForwardingStore {

  /** A commit that is not let begin, so that what is asked for meanwhile becomes one batch. */
  public final class Hold {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private Hold() {}

    /** Returns when the committer stands at the gate. */
    public void awaitReached() throws InterruptedException {
      reached.await();
    }

    public void release() {
      held = null;
      released.countDown();
    }
  }

  private volatile @Nullable Hold held;
  private volatile @Nullable Reason readFailure;
  private @Nullable Reason commitFailure;
  private int commitsBeforeFailure;
  private boolean failsOnce;

  public FaultyStore(MessageStore store) {
    super(store);
  }

  /** Lets the n-th commit from now fail, 1 being the next; those after it succeed. */
  public synchronized void failCommit(int nth, Reason reason) {
    commitFailure = reason;
    commitsBeforeFailure = nth - 1;
    failsOnce = true;
  }

  /** Lets every commit fail until {@link #heal}. */
  public synchronized void failCommits(Reason reason) {
    commitFailure = reason;
    commitsBeforeFailure = 0;
    failsOnce = false;
  }

  /** Lets everything that reads copies or messages fail until {@link #heal}. */
  public void failReads(Reason reason) {
    readFailure = reason;
  }

  public synchronized void heal() {
    commitFailure = null;
    readFailure = null;
  }

  /** Keeps the next commit from beginning. */
  public Hold hold() {
    Hold hold = new Hold();
    held = hold;
    return hold;
  }

  @Override
  public Commit begin() {
    Hold hold = held;
    if (hold != null) {
      hold.reached.countDown();
      try {
        hold.released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return new FaultyCommit(inner.begin(), this);
  }

  /** Called before a commit that has changed something is made durable. */
  synchronized void beforeCommit() {
    Reason reason = commitFailure;
    if (reason == null || commitsBeforeFailure-- > 0) {
      return;
    }
    if (failsOnce) {
      commitFailure = null;
    }
    throw new StoreException(reason, "the store was told to fail");
  }

  private MessageStore reading() {
    Reason reason = readFailure;
    if (reason != null) {
      throw new StoreException(reason, "the store was told to fail");
    }
    return inner;
  }

  @Override
  public Optional<StoredMessage> find(MessageId id) {
    return reading().find(id);
  }

  @Override
  public List<CopyRef> copiesOf(MessageId id) {
    return reading().copiesOf(id);
  }

  @Override
  public List<Copy> readForward(BoxId box, long fromPosition, int limit) {
    return reading().readForward(box, fromPosition, limit);
  }

  @Override
  public List<Copy> readBackward(BoxId box, long belowPosition, int limit) {
    return reading().readBackward(box, belowPosition, limit);
  }

  @Override
  public List<FiledMessage> messagesFrom(long number, int limit) {
    return reading().messagesFrom(number, limit);
  }

  @Override
  public List<StoredMessage> messagesBelow(long number, int limit) {
    return reading().messagesBelow(number, limit);
  }

  @Override
  public List<Copy> read(BoxId box, List<Long> positions) {
    return reading().read(box, positions);
  }

  @Override
  public List<Copy> pending(BoxId box, int limit) {
    return reading().pending(box, limit);
  }
}
