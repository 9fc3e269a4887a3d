package dev.parley.doors.mcp.catalog;

import dev.parley.core.address.AgentId;
import dev.parley.doors.http.Standing;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;

/**
 * Who asks.
 *
 * @param visit who it is; a caller that speaks for an agent is that agent, whoever's token it has
 * @param self the participant it acts as
 * @param fixed may a single call not name another? Only the owner, when its address names no agent,
 *     may choose anew with every call
 * @param profile which tools it wants to see
 * @param standing whether what it came in with is still good
 */
public record Caller(Visit visit, AgentId self, boolean fixed, String profile, Standing standing) {

  public Principal principal() {
    return visit.who();
  }

  public Caller as(AgentId other) {
    return new Caller(visit, other, fixed, profile, standing);
  }

  /** Did it come in as this agent, and is what it came in with no longer good? */
  public boolean hasLost(AgentId agent) {
    return principal().equals(new Principal.AgentPrincipal(agent)) && !standing.holds();
  }

  /** Are the two the same one, whatever they want to see? */
  public boolean isSameAs(Caller other) {
    return principal().equals(other.principal()) && self.equals(other.self);
  }
}
