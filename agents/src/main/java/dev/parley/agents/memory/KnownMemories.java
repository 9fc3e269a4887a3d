package dev.parley.agents.memory;

import dev.parley.agents.context.Knowledge;
import dev.parley.core.address.AgentId;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recalls for each turn what fits what it is about. An agent that remembers nothing costs nothing,
 * and a turn is made without memories rather than not at all.
 */
public final class KnownMemories implements Knowledge {
  private static final Logger LOG = LoggerFactory.getLogger(KnownMemories.class);
  private static final int SHOWN = 8;

  private final Memories memories;

  public KnownMemories(Memories memories) {
    this.memories = memories;
  }

  @Override
  public List<Piece> of(AgentId agent, String about) {
    try {
      if (about.isBlank()) {
        return List.of();
      }
      return memories.recall(agent, about, Set.of(), SHOWN).stream()
          .map(found -> new Piece("memory", text(found.memory())))
          .toList();
    } catch (RuntimeException e) {
      LOG.warn("'{}' thinks without its memories", agent, e);
      return List.of();
    }
  }

  private static String text(Memory memory) {
    return memory.subject().isEmpty() ? memory.text() : memory.subject() + ": " + memory.text();
  }
}
