package dev.parley.core.delivery;

import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;

/**
 * A listener that does not acknowledge: it is shown every copy, and with {@code auto} being shown
 * is being delivered.
 */
final class CopyFeed extends Feed {
  private final Listener listener;
  private final boolean auto;

  CopyFeed(
      Live live,
      BoxId box,
      long next,
      long end,
      boolean pendingOnly,
      Listener listener,
      boolean auto) {
    super(live, box, next, end, pendingOnly);
    this.listener = listener;
    this.auto = auto;
  }

  @Override
  boolean offer(Copy copy) {
    if (!listener.hasRoom()) {
      return false;
    }
    listener.push(copy);
    live.pushed(copy, auto ? State.DELIVERED : State.PUSHED, copy.attempts());
    return true;
  }

  @Override
  boolean hasRoom() {
    return listener.hasRoom();
  }

  @Override
  boolean takes() {
    return auto;
  }

  @Override
  void tellLagging(long cursor) {
    listener.lagging(cursor);
  }

  @Override
  void tellCaughtUp() {
    listener.caughtUp();
  }

  @Override
  void tellEnded(Refused why) {
    listener.ended(why);
  }
}
