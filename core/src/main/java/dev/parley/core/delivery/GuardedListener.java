package dev.parley.core.delivery;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Copy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between feeds and a door's listener. A listener that throws is taken to be broken: it is
 * shown nothing more and its listening ends, and neither the sender nor other listeners notice.
 * Committer thread only.
 */
final class GuardedListener {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

  private final Listener listener;
  private Runnable onBroken = () -> {};
  private boolean broken;

  GuardedListener(Listener listener) {
    this.listener = listener;
  }

  void onBroken(Runnable action) {
    onBroken = action;
  }

  boolean hasRoom() {
    if (broken) {
      return false;
    }
    try {
      return listener.hasRoom();
    } catch (RuntimeException e) {
      breaks(e);
      return false;
    }
  }

  /** False when the copy did not get there. */
  boolean push(Copy copy) {
    if (broken) {
      return false;
    }
    try {
      listener.push(copy);
      return true;
    } catch (RuntimeException e) {
      breaks(e);
      return false;
    }
  }

  void lagging(long cursor) {
    tell(() -> listener.lagging(cursor));
  }

  void caughtUp() {
    tell(listener::caughtUp);
  }

  void ended(Refused why) {
    tell(() -> listener.ended(why));
  }

  private void tell(Runnable what) {
    if (broken) {
      return;
    }
    try {
      what.run();
    } catch (RuntimeException e) {
      breaks(e);
    }
  }

  private void breaks(RuntimeException e) {
    LOG.warn("a listener failed; it is not listened to any more", e);
    broken = true;
    onBroken.run();
    try {
      listener.ended(new Refused(ErrorCode.INTERNAL, "the listener failed on what it was shown"));
    } catch (RuntimeException again) {
      LOG.debug("nor could it be told", again);
    }
  }
}
