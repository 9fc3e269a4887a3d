package dev.parley.core.delivery;

import dev.parley.core.error.Refused;
import dev.parley.core.store.Copy;

/** A door's end of a listening connection. Called on the committer thread only; must not block. */
public interface Listener {

  /**
   * May another copy be pushed? False makes the hub stop pushing until {@link Listening#resume}.
   */
  boolean hasRoom();

  /** Shows a copy. Its {@code attempts} counts this push. */
  void push(Copy copy);

  /**
   * Pushes stop here for lack of room; what follows the cursor comes from the store once there is
   * room again.
   */
  void lagging(long cursor);

  /** Everything missed has been pushed; live again. */
  void caughtUp();

  /** No more pushes will come, for instance because the agent is gone. */
  void ended(Refused why);
}
