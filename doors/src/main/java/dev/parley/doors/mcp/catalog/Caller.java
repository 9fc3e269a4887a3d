package dev.parley.doors.mcp.catalog;

import dev.parley.core.address.AgentId;
import dev.parley.identity.Principal;

/**
 * Who asks.
 *
 * @param self the participant it acts as
 * @param fixed may a single call not name another? Only the owner, when its address names no agent,
 *     may choose anew with every call
 * @param profile which tools it wants to see
 */
public record Caller(Principal principal, AgentId self, boolean fixed, String profile) {

  public Caller as(AgentId other) {
    return new Caller(principal, other, fixed, profile);
  }

  /** Are the two the same one, whatever they want to see? */
  public boolean isSameAs(Caller other) {
    return principal.equals(other.principal) && self.equals(other.self);
  }
}
