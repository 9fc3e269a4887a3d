package dev.parley.core.participants;

import dev.parley.core.address.AgentId;

/**
 * Told of every coming and going of an agent's connections, on the thread it happens on: be short
 * and never block.
 */
@FunctionalInterface
public interface PresenceHook {
  /**
   * @param turned was this the first connection to come or the last one to go, here or at another
   *     hub?
   */
  void onPresence(AgentId agent, Presence.Status now, boolean turned);
}
