package dev.parley.loops.model;

import dev.parley.core.address.AgentId;
import java.util.Set;
import java.util.UUID;

/**
 * An agent in a loop.
 *
 * @param incarnation tells the agent from a later one of the same name, which is no member
 * @param joinedAt Unix milliseconds
 * @param closedChannels the private channels it was chosen for
 */
public record Member(
    UUID loop,
    AgentId agent,
    String incarnation,
    Role role,
    long joinedAt,
    Set<UUID> closedChannels) {

  public Member {
    closedChannels = Set.copyOf(closedChannels);
  }

  public boolean takesPartIn(Channel channel) {
    return !channel.closed() || closedChannels.contains(channel.id());
  }

  public Member withRole(Role other) {
    return new Member(loop, agent, incarnation, other, joinedAt, closedChannels);
  }

  public Member withClosedChannels(Set<UUID> others) {
    return new Member(loop, agent, incarnation, role, joinedAt, others);
  }
}
