package dev.parley.agents.brain;

import dev.parley.core.address.SessionKey;
import java.util.UUID;

/** Decides whether a brain may do what needs somebody's leave. Any thread. */
public interface Permissions {
  /** For hubs on which nobody can be asked: what needs leave is not done. */
  Permissions NONE =
      request ->
          request.usual()
              ? new Answer(true, "it needs nobody's leave")
              : new Answer(false, "nobody can be asked here");

  /**
   * @param tool what is to be used, named by the hub and by nothing that a model wrote: rules go by
   *     it
   * @param usual whether it is done without asking unless a rule says otherwise
   * @param what in words a person understands
   * @param payload JSON; an answer holds for exactly this
   */
  record Request(
      SessionKey session, UUID turn, String tool, boolean usual, String what, String payload) {}

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
