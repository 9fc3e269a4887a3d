package dev.parley.agents.context;

import dev.parley.core.address.AgentId;
import java.util.List;

/**
 * What an agent knows in every tier: memories, tasks it works on. Rooms that keep such things hand
 * in one; it must not give out what was said in a conversation.
 */
@FunctionalInterface
public interface Knowledge {
  Knowledge NONE = (_, _) -> List.of();

  /**
   * @param kind in a word, such as {@code memory} or {@code task}
   */
  record Piece(String kind, String text) {}

  /**
   * The most useful first. Blocks.
   *
   * @param about what the turn is about, to recall what fits
   */
  List<Piece> of(AgentId agent, String about);
}
