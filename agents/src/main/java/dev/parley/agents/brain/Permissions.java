package dev.parley.agents.brain;

import dev.parley.core.address.SessionKey;
import java.util.UUID;

/** Decides whether a brain may do what needs somebody's leave. Any thread. */
public interface Permissions {
  /** Allows nothing: for hubs on which nobody can be asked. */
  Permissions NONE = _ -> new Answer(false, "nobody can be asked here");

  /**
   * @param what in words a person understands
   * @param payload JSON; an answer holds for exactly this
   */
  record Request(SessionKey session, UUID turn, String what, String payload) {}

  /**
   * @param reason who answered, or why nobody did
   */
  record Answer(boolean allowed, String reason) {}

  /**
   * Blocks until somebody has answered or the time for that is over, which means no.
   *
   * @throws InterruptedException when the turn was cancelled meanwhile
   */
  Answer ask(Request request) throws InterruptedException;
}
