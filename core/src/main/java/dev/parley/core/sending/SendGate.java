package dev.parley.core.sending;

import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;

/** Asked on the sender's thread before a message is taken, at whatever door; never blocks. */
@FunctionalInterface
public interface SendGate {
  /**
   * @throws Refused when this sender may not send this, or not now
   */
  void check(Sender from, Draft draft);

  /**
   * The draft with what follows from where it goes. Asked of every message, the hub's own included,
   * before {@link #check}.
   */
  default Draft completed(Draft draft) {
    return draft;
  }

  /**
   * Does a message belong to this thread only by naming it? Then an answer to one of its messages
   * that does not name it stays out of it.
   */
  default boolean isClosed(String threadKey) {
    return false;
  }

  /** What was let in reaches this many inboxes, which may count for what comes next. */
  default void onReach(Sender from, int inboxes) {}
}
