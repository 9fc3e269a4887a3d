package dev.parley.core.message;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;

/**
 * Who speaks, as the hub knows it. Nothing is sent without one, and what a draft says about its
 * sender has to agree with it. Made by {@code identity} for everybody who comes through a door, and
 * by core for what the hub itself says; one is enough for all messages of a connection.
 *
 * @param name whom the messages are from
 * @param behalf whose token or whose decision is behind them
 * @param door through which they come
 * @param address from where, or empty when it is not known
 */
public record Sender(String name, Behalf behalf, Door door, String address) {

  /** The owner's name where a sender is needed and none is named. */
  public static final String OWNER_NAME = "developer";

  /** The hub itself, for rooms that have something to say; nobody comes through a door as this. */
  public static final Sender HUB = new Sender("system", Behalf.SYSTEM, Door.HUB, "");

  /** On whose behalf somebody speaks. */
  public enum Behalf {
    /** The owner's, under whatever name. */
    OWNER,
    /** An agent's own. */
    AGENT,
    /** The hub's own. */
    SYSTEM
  }

  /**
   * Whose words a message from here carries. What came from outside stays external whoever brings
   * it in. Only the owner's word is taken for it that a person is speaking. And the owner's token
   * makes words the owner's only under the owner's own name: what is said in an agent's name is an
   * agent's, so that nobody obeys it like the owner's.
   */
  public Origin origin(Draft draft) {
    if (!draft.source().equals(Draft.INTERNAL)) {
      return Origin.EXTERNAL;
    }
    return switch (behalf) {
      case SYSTEM -> Origin.SYSTEM;
      case AGENT -> Origin.PEER;
      case OWNER ->
          draft.humanInjected()
              ? Origin.HUMAN
              : name.equals(OWNER_NAME) ? Origin.OWNER : Origin.PEER;
    };
  }

  public boolean isOwner() {
    return behalf == Behalf.OWNER;
  }

  /**
   * @throws Refused when the draft is from somebody else
   */
  public void requireAuthorOf(Draft draft) {
    if (!draft.from().equals(name)) {
      throw new Refused(
          ErrorCode.FORBIDDEN, "'" + name + "' cannot send what is from '" + draft.from() + "'");
    }
  }
}
