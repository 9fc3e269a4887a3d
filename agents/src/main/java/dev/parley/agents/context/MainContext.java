package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;

/** For turns with the owner: everything. */
public record MainContext(
    String instructions,
    List<Knowledge.Piece> knowledge,
    MainHistory history,
    List<Message> arrived)
    implements Context {
  public MainContext {
    knowledge = List.copyOf(knowledge);
    arrived = List.copyOf(arrived);
  }

  @Override
  public List<Exchange> earlier() {
    return history.exchanges();
  }
}
