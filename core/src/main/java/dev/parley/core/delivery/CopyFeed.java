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
  private final Ear ear;
  private final boolean auto;

  CopyFeed(Live live, BoxId box, long next, long end, boolean pendingOnly, Ear ear, boolean auto) {
    super(live, box, next, end, pendingOnly);
    this.ear = ear;
    this.auto = auto;
  }

  @Override
  boolean offer(Copy copy) {
    if (!ear.hasRoom() || !ear.push(copy)) {
      return false;
    }
    live.pushed(copy, auto ? State.DELIVERED : State.PUSHED, -1);
    return true;
  }

  @Override
  boolean hasRoom() {
    return ear.hasRoom();
  }

  @Override
  boolean takes() {
    return auto;
  }

  @Override
  void tellLagging(long cursor) {
    ear.lagging(cursor);
  }

  @Override
  void tellCaughtUp() {
    ear.caughtUp();
  }

  @Override
  void tellEnded(Refused why) {
    ear.ended(why);
  }
}
