package dev.parley.identity;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Origin;

/** Who is at the other end of a connection, once it is known. */
public sealed interface Principal {

  /** The owner's word for itself where a sender is needed and none is named. */
  String OWNER_SENDER = "developer";

  /** The one the hub belongs to: may act for anybody. */
  record Owner() implements Principal {}

  /** An agent: acts only as itself. */
  record AgentPrincipal(AgentId id) implements Principal {}

  default boolean isOwner() {
    return this instanceof Owner;
  }

  default boolean mayActFor(AgentId agent) {
    return switch (this) {
      case Owner _ -> true;
      case AgentPrincipal(AgentId id) -> id.equals(agent);
    };
  }

  /**
   * Whose words a message from here carries. What came from outside stays external whoever brings
   * it in, and only the owner's word is taken for it that a person is speaking: an agent that says
   * so is still an agent.
   */
  default Origin origin(String source, boolean humanInjected) {
    if (!source.equals(Draft.INTERNAL)) {
      return Origin.EXTERNAL;
    }
    return switch (this) {
      case AgentPrincipal _ -> Origin.PEER;
      case Owner _ -> humanInjected ? Origin.HUMAN : Origin.OWNER;
    };
  }
}
