package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;

/**
 * For turns with the person whose agent it is: all that was pinned, and what that person has said
 * to it before. No member can hold what the hub's owner said to it.
 */
public record PersonContext(
    String instructions,
    List<Pin> pins,
    List<Knowledge.Piece> knowledge,
    CommHistory history,
    List<Message> arrived)
    implements Context {
  public PersonContext {
    pins = List.copyOf(pins);
    knowledge = List.copyOf(knowledge);
    arrived = List.copyOf(arrived);
    history = history.ofPerson();
  }

  @Override
  public List<String> pinned() {
    return pins.stream().map(Pin::text).toList();
  }

  @Override
  public String summary() {
    return "";
  }

  @Override
  public List<Exchange> earlier() {
    return history.exchanges();
  }
}
