package dev.parley.core.history;

import dev.parley.core.address.AgentId;

/** How much of a thread an agent is shown, at every door. Any thread; never blocks. */
@FunctionalInterface
public interface ThreadSight {

  /** What it sent or received itself: what holds for threads that nobody has closed. */
  long OWN = -1;

  /** Nothing, as if there were no such thread. */
  long NOTHING = Long.MAX_VALUE;

  /** {@link #OWN}, {@link #NOTHING}, or the number of the first message from which it sees all. */
  long of(String threadKey, AgentId reader);
}
