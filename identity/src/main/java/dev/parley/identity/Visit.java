package dev.parley.identity;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Sender;

/**
 * Somebody at a door: who it is, which door, and from where. A connection is one visit, and so is a
 * request of a protocol that has no connections.
 *
 * @param address the other end, without the port; a mailbox's folder for files; empty when unknown
 */
public record Visit(Principal who, Door door, String address) {

  /** The hub itself, doing something the owner has set it up to do. */
  public static Visit ofHub() {
    return new Visit(new Principal.Owner(), Door.HUB, "");
  }

  /** As the audit log calls it. */
  public String name() {
    return switch (who) {
      case Principal.Owner _ -> "owner";
      case Principal.AgentPrincipal(AgentId id) -> id.value();
    };
  }

  public boolean isOwner() {
    return who.isOwner();
  }

  /**
   * The one who sends what comes from here under a name.
   *
   * @throws Refused when an agent asks for another's name
   */
  public Sender senderAs(String name) {
    return switch (who) {
      case Principal.Owner _ -> new Sender(name, Sender.Behalf.OWNER, door, address);
      case Principal.AgentPrincipal(AgentId self) -> {
        if (!self.value().equals(name)) {
          throw new Refused(ErrorCode.FORBIDDEN, "agent '" + self + "' may only act for itself");
        }
        yield new Sender(name, Sender.Behalf.AGENT, door, address);
      }
    };
  }

  /**
   * @throws Refused unless this is the owner
   */
  public void requireOwner() {
    if (!isOwner()) {
      throw new Refused(ErrorCode.FORBIDDEN, "only the owner may do this");
    }
  }

  /**
   * @throws Refused unless this is the owner or that agent itself
   */
  public void requireActingFor(AgentId agent) {
    if (!who.mayActFor(agent)) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "agent '" + name() + "' may only act for itself, not '" + agent + "'");
    }
  }
}
