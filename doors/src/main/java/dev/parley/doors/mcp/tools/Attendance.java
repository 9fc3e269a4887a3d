package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.participants.Presence;

/**
 * An agent that waits in a call is there, whatever transport the call came by. One thread, that of
 * the call.
 */
final class Attendance implements AutoCloseable {
  private final Presence presence;
  private final AgentId agent;
  private boolean isThere;

  Attendance(Presence presence, AgentId agent) {
    this.presence = presence;
    this.agent = agent;
  }

  /** It really waits; who is answered at once neither comes nor goes. */
  void begins() {
    if (!isThere) {
      isThere = true;
      presence.connected(agent);
      presence.listening(agent, 1);
    }
  }

  @Override
  public void close() {
    if (isThere) {
      presence.listening(agent, -1);
      presence.disconnected(agent);
    }
  }
}
