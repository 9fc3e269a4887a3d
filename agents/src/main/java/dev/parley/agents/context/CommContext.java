package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;

/**
 * For turns with everybody else: what was pinned for them, curated knowledge, and what was said in
 * this session before. No member can hold what was said elsewhere.
 */
public record CommContext(
    String instructions,
    List<CommPin> pins,
    List<Knowledge.Piece> knowledge,
    CommHistory history,
    List<Message> arrived)
    implements Context {
  public CommContext {
    pins = List.copyOf(pins);
    knowledge = List.copyOf(knowledge);
    arrived = List.copyOf(arrived);
    history = history.knownTo(arrived);
  }

  @Override
  public List<String> pinned() {
    return pins.stream().map(CommPin::text).toList();
  }

  /** What was said here is not condensed: it is shown, or it is over. */
  @Override
  public String summary() {
    return "";
  }

  @Override
  public List<Exchange> earlier() {
    return history.exchanges();
  }
}
