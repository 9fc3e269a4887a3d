package dev.parley.loops.book;

import dev.parley.core.address.AgentId;
import dev.parley.loops.model.Conversation;

/**
 * A conversation of two, and which two of those that have had these names.
 *
 * @param createdAt Unix milliseconds
 */
public record Pair(
    Conversation.OfTwo conversation,
    String firstIncarnation,
    String secondIncarnation,
    long createdAt) {

  boolean isOf(AgentId agent) {
    return conversation.isBetween(agent);
  }
}
