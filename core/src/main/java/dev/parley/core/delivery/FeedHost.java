package dev.parley.core.delivery;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** What feeds need of the hub around them. Committer thread. */
interface FeedHost {

  long now();

  /** Runs the action later, on the committer thread. */
  Timekeeper.Alarm after(Duration delay, Runnable action);

  /** Reads on another thread; either of the two is called, on whatever thread. */
  void read(BoxId box, long from, int limit, Consumer<List<Copy>> onRead, Runnable onFailed);

  /**
   * Looks at the store as the next commit leaves it. Either of the two is called, on the committer
   * thread. Any thread.
   */
  <T> void look(Function<Commit, T> look, Consumer<T> onLooked, Runnable onFailed);

  /** Does the copy still wait for somebody, as of this commit? */
  boolean isPending(Commit commit, Copy copy);

  /** Is it received or acknowledged in the commit that is being made? */
  boolean isTaken(BoxId box, long position);

  /** Flights of this feed are taken in the commit that is being made. */
  void settleAfterCommit(SharedFeed feed);

  /** Notes a push; the mark may wait for the next commit. */
  void pushed(Copy copy, State reached, int attempts);

  /** The copy, which was pushed, is acknowledged or received, durably. */
  void acknowledged(Copy copy);

  /** Too many attempts: to the dead letters with it. */
  void giveUp(Copy copy, int attempts, Runnable onFailed);
}
