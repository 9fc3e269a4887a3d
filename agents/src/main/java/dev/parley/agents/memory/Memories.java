package dev.parley.agents.memory;

import dev.parley.core.address.AgentId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What tools of brains do with an agent's memory. Every agent has its own; whoever calls has made
 * sure for whom. Blocks: on virtual or platform threads, never on event loops.
 */
public interface Memories {

  /** A memory that was found, the better the higher its score. */
  record Recalled(Memory memory, double score) {}

  /** What became of something stored: is it new, or has it brought an earlier one up to date? */
  record Stored(Memory memory, boolean isNew) {}

  /**
   * @param subject of whom or what; only in the layer of entities, and needed there
   * @throws dev.parley.core.error.Refused when it is too long or there is no room
   */
  Stored store(AgentId agent, Layer layer, @Nullable String subject, String text);

  /** Those that say the same or something like it, the best first. */
  List<Recalled> recall(AgentId agent, String query, Set<Layer> layers, int limit);

  /**
   * @return whether there was one
   */
  boolean forget(AgentId agent, String id);

  /**
   * The newest first.
   *
   * @param layer null for all
   */
  List<Memory> list(AgentId agent, @Nullable Layer layer, int limit);
}
