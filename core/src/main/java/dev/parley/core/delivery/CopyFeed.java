package dev.parley.core.delivery;

import dev.parley.core.error.Refused;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;

/**
 * A listener that does not acknowledge: it is shown every copy, and with {@link AckMode#AUTO} being
 * shown is being delivered.
 */
final class CopyFeed extends Feed {
  private final GuardedListener listener;

  /** What a copy has reached by being shown. */
  private final State shown;

  CopyFeed(
      FeedHost host,
      BoxId box,
      long next,
      long end,
      ListenOptions options,
      GuardedListener listener) {
    super(host, box, next, end, options.from() == ListenOptions.PENDING);
    this.listener = listener;
    this.shown = options.ack() == AckMode.AUTO ? State.DELIVERED : State.PUSHED;
  }

  @Override
  boolean offer(Copy copy) {
    if (!listener.hasRoom() || !listener.push(copy)) {
      return false;
    }
    host.pushed(copy, shown, -1);
    return true;
  }

  @Override
  boolean hasRoom() {
    return listener.hasRoom();
  }

  @Override
  boolean takes() {
    return shown == State.DELIVERED;
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
