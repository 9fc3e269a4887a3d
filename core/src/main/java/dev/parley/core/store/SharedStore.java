package dev.parley.core.store;

import java.util.function.UnaryOperator;

/**
 * A store that other hubs write to as well. All of them see the same commits in the same order; a
 * commit that another hub's came before is refused as {@link StoreException.Reason#OVERTAKEN} and
 * is made again once that one has been taken over.
 */
public interface SharedStore extends MessageStore {

  /** What to call, on any thread, when there may be something to take over. Set once. */
  void onNews(Runnable wakeUp);

  /** The name of this hub, which no other that runs has. Any thread. */
  String node();

  /** Can it be written to right now, as far as is known without trying? Any thread. */
  boolean isConnected();

  /**
   * Where the log ends at this moment: what any hub has acknowledged so far lies at or before it.
   * Asks the servers, and blocks for that, but not for long. Any thread but the committer's.
   *
   * @throws StoreException when nobody answers
   */
  long end();

  /** How far in the log this hub has come. Committer thread. */
  long position();

  /** Those who share it. Any thread. */
  Neighbours neighbours();

  /** Has that hub shown signs of life lately? Any thread. */
  boolean isRunning(String node);

  /**
   * Does this hub have the time that most of those have who share the store? What ends by a clock
   * ends for all of them. Any thread.
   */
  boolean isOnTime();

  /** How far this hub's clock is ahead of theirs; below 0 when it is behind. Any thread. */
  long aheadMillis();

  /**
   * Takes over the next commit of another hub: from then on it is what is read here. Committer
   * thread, while no commit is open. After a commit was overtaken it waits, within limits, for what
   * came before it.
   *
   * @param noting told every change of it, by being put around the commit that makes them
   * @return false when there is none
   */
  boolean takeOver(UnaryOperator<Commit> noting);
}
