package dev.parley.loops.book;

import dev.parley.core.address.AgentId;
import java.util.UUID;

/**
 * How far an agent has come in a conversation.
 *
 * @param acked -1 when it has never acknowledged anything
 * @param read -1 when it has never said how far it has read
 */
public record Place(
    AgentId agent, String incarnation, UUID conversation, long acked, long delivered, long read) {

  public static String key(AgentId agent, UUID conversation) {
    return under(agent) + conversation;
  }

  static String under(AgentId agent) {
    return agent.value() + " ";
  }
}
