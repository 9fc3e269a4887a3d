package dev.parley.core.commit;

import dev.parley.core.store.MessageStore;
import dev.parley.core.store.SharedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other hubs have committed to a store that is shared: taken over between two commits of this
 * hub and told to those who must know. With a store of one's own there is never any. Committer
 * thread.
 */
final class OtherHubs {
  private static final Logger LOG = LoggerFactory.getLogger(OtherHubs.class);

  /** So many at a time, so that those who wait here for a commit get their turn. */
  private static final int AT_ONCE_MAX = 64;

  private final @Nullable SharedStore store;
  private final @Nullable CatchUp catchUp;
  private final Consumer<Runnable> onCommitter;
  private final List<CommitWatcher> followers = new ArrayList<>();

  /**
   * @param onCommitter runs something on the committer thread
   */
  OtherHubs(MessageStore store, Consumer<Runnable> onCommitter) {
    this.store = store instanceof SharedStore shared ? shared : null;
    if (this.store == null) {
      this.catchUp = null;
    } else {
      this.catchUp = new CatchUp(this.store::end, this.store::position, onCommitter);
    }
    this.onCommitter = onCommitter;
  }

  /** From now on the committer wakes up for what comes. Not before it is ready to be called. */
  void start() {
    if (store != null) {
      store.onNews(() -> onCommitter.accept(() -> {}));
    }
  }

  /** See {@link Committer#caughtUp}. Any thread. */
  CompletableFuture<Void> caughtUp() {
    return catchUp == null ? CompletableFuture.completedFuture(null) : catchUp.ask();
  }

  /** Whether a commit of unknown outcome is taken over by this hub if it has happened. */
  boolean tellWhatHappened() {
    return store != null;
  }

  void add(CommitWatcher follower) {
    followers.add(follower);
  }

  /**
   * @param onTaken told the changes of every commit that was taken over, after the followers
   * @return whether there may be more
   */
  boolean takeOver(Consumer<List<Consumer<CommitWatcher>>> onTaken) {
    if (store == null) {
      return false;
    }
    boolean more = taken(store, onTaken);
    if (catchUp != null) {
      catchUp.onTaken();
    }
    return more;
  }

  private boolean taken(SharedStore shared, Consumer<List<Consumer<CommitWatcher>>> onTaken) {
    for (int i = 0; i < AT_ONCE_MAX; i++) {
      List<Consumer<CommitWatcher>> changes = new ArrayList<>();
      if (!shared.takeOver(commit -> new WatchedCommit(commit, changes))) {
        return false;
      }
      for (CommitWatcher follower : followers) {
        changes.forEach(change -> tell(follower, change));
      }
      onTaken.accept(changes);
    }
    return true;
  }

  private static void tell(CommitWatcher follower, Consumer<CommitWatcher> change) {
    try {
      change.accept(follower);
    } catch (RuntimeException e) {
      LOG.error("a change that another hub made was not followed", e);
    }
  }
}
