package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;

/**
 * For turns with everybody else: curated knowledge, and what was said in this session before. No
 * member can hold what was said elsewhere.
 */
public record CommContext(
    String instructions,
    List<Knowledge.Piece> knowledge,
    CommHistory history,
    List<Message> arrived)
    implements Context {
  public CommContext {
    knowledge = List.copyOf(knowledge);
    arrived = List.copyOf(arrived);
    history = history.knownTo(arrived);
  }

  @Override
  public List<Exchange> earlier() {
    return history.exchanges();
  }
}
