package dev.parley.identity;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Sender;
import org.jspecify.annotations.Nullable;

/** Who is at the other end of a connection, once it is known. */
public sealed interface Principal {

  /** The owner's word for itself where a sender is needed and none is named. */
  String OWNER_SENDER = Sender.OWNER_NAME;

  /** The one the hub belongs to: may act for anybody. */
  record Owner() implements Principal {}

  /** An agent: acts only as itself. */
  record AgentPrincipal(AgentId id) implements Principal {}

  default boolean isOwner() {
    return this instanceof Owner;
  }

  /** Whose messages it is shown in lists and searches, or null for everybody's. */
  default @Nullable AgentId scope() {
    return this instanceof AgentPrincipal(AgentId self) ? self : null;
  }

  default boolean mayActFor(AgentId agent) {
    return switch (this) {
      case Owner _ -> true;
      case AgentPrincipal(AgentId id) -> id.equals(agent);
    };
  }
}
