package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An earlier turn, or what stands for several of them.
 *
 * @param messages what it was about, as far as it is still there, the oldest first
 * @param answer what was said then; empty when nothing was. Of a summary, that
 * @param at when it ended, Unix milliseconds; 0 where that was not noted
 * @param outcome how, as of turns; null where that was not noted
 */
public record Exchange(
    List<Message> messages, String answer, long at, @Nullable String outcome, boolean isSummary) {
  public Exchange {
    messages = List.copyOf(messages);
  }

  public Exchange(List<Message> messages, String answer) {
    this(messages, answer, 0, null, false);
  }
}
