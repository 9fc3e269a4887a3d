package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;

/**
 * Paths that do not reach everybody who is subscribed to them. Asked for every message to such a
 * path, on the sender's thread and on the committer's: never blocks. Whoever changes its answers
 * admits or dismisses somebody at the router, so that earlier answers are asked again.
 */
public interface Enclosure {

  boolean closes(Path path);

  /** May what is sent to this closed path be copied to that agent? */
  boolean admits(Path path, AgentId agent);
}
