package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;

/** For turns with the owner: everything. */
public record MainContext(
    String instructions,
    List<Pin> pins,
    List<Knowledge.Piece> knowledge,
    MainHistory history,
    List<Message> arrived)
    implements Context {
  public MainContext {
    pins = List.copyOf(pins);
    knowledge = List.copyOf(knowledge);
    arrived = List.copyOf(arrived);
  }

  @Override
  public List<String> pinned() {
    return pins.stream().map(Pin::text).toList();
  }

  @Override
  public String summary() {
    return history.summary();
  }

  @Override
  public List<Exchange> earlier() {
    return history.exchanges();
  }
}
