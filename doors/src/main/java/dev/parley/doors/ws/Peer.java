package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.doors.http.Standing;
import dev.parley.identity.Principal;
import org.jspecify.annotations.Nullable;

/** Who is at the other end of a connection. */
sealed interface Peer {

  /**
   * Has not authenticated yet.
   *
   * @param place the one it takes among those
   */
  record Unknown(Strangers.Stranger place) implements Peer {}

  /**
   * @param byKey whether the key it came in with is still good; null when it came with a token
   */
  record Known(Principal who, @Nullable Standing byKey) implements Peer {
    boolean is(AgentId agent) {
      return who instanceof Principal.AgentPrincipal(AgentId self) && self.equals(agent);
    }

    /** The token of this agent is no longer good: does that concern it? */
    boolean endsWithTokenOf(AgentId agent) {
      return is(agent) && (byKey == null || !byKey.holds());
    }

    /** A key of this agent is no longer good: was it that one? */
    boolean hasLostKeyOf(AgentId agent) {
      return is(agent) && byKey != null && !byKey.holds();
    }
  }
}
