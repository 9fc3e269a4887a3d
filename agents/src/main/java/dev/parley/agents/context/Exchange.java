package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;

/**
 * An earlier turn.
 *
 * @param messages what it was about, as far as it is still there, the oldest first
 * @param answer what was said then; empty when nothing was
 */
public record Exchange(List<Message> messages, String answer) {
  public Exchange {
    messages = List.copyOf(messages);
  }
}
