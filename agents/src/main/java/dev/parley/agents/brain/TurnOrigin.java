package dev.parley.agents.brain;

import dev.parley.core.message.Message;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Session;

/**
 * On whose behalf a turn is made, which decides what may be done in it. It follows from what the
 * hub has stamped on the messages and from nothing that they say.
 */
public enum TurnOrigin {
  /** The owner speaks to its own agent. */
  USER,
  /** The hub itself has something to say. */
  SYSTEM,
  /** Others speak: agents, people, whatever came from outside. */
  COMM,
  APP,
  SKILL;

  /** How sessions are named in which firings of schedules are thought about. */
  public static final String FIRING = "events-";

  /**
   * One message of somebody else in a batch makes the whole turn somebody else's: what was said in
   * it cannot be told apart any more once a brain has read it.
   */
  public static TurnOrigin of(BrainRequest request) {
    if (request.messages().stream().allMatch(TurnOrigin::isHubs)) {
      return SYSTEM;
    }
    return isOwn(request) && request.messages().stream().allMatch(TurnOrigin::isOwners)
        ? USER
        : COMM;
  }

  /** What its owner says to it, or lets a schedule say. */
  private static boolean isOwn(BrainRequest request) {
    String name = request.session().session().value();
    return name.equals(Session.MAIN) || name.startsWith(FIRING);
  }

  /** A person for whom the owner's token vouches is not the owner. */
  private static boolean isOwners(Message message) {
    return message.origin() == Origin.OWNER || isHubs(message);
  }

  /** How a task has ended the hub may tell, but in the words of whoever did it. */
  private static boolean isHubs(Message message) {
    return message.origin() == Origin.SYSTEM
        && message.draft().type() != MessageType.TASK_RESULT
        && message.draft().type() != MessageType.TASK_STATUS;
  }

  /** May what is the owner's be touched: files and programs of this machine, what was said? */
  public boolean isTrusted() {
    return switch (this) {
      case USER, SYSTEM -> true;
      case COMM, APP, SKILL -> false;
    };
  }
}
