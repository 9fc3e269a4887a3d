package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.identity.Principal;

/** Who is at the other end of a connection. */
sealed interface Peer {

  /**
   * Has not authenticated yet.
   *
   * @param place the one it takes among those
   */
  record Unknown(Strangers.Stranger place) implements Peer {}

  record Known(Principal who) implements Peer {
    boolean is(AgentId agent) {
      return who instanceof Principal.AgentPrincipal(AgentId self) && self.equals(agent);
    }
  }
}
