package dev.parley.agents.logs;

import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Message;
import org.jspecify.annotations.Nullable;

/** One entry of a session's log. */
public sealed interface LogEntry {
  SessionKey session();

  /** Unix milliseconds. */
  long at();

  /** What is looked through. */
  String text();

  /** Something came, and a turn was made about it: {@code auto-turn}. */
  record Came(SessionKey session, long at, Message message) implements LogEntry {
    @Override
    public String text() {
      String content = message.draft().content();
      return content == null ? "" : content;
    }
  }

  /**
   * What the turn came to: {@code auto-turn-result}.
   *
   * @param outcome as of turns, or null where it was not noted
   */
  record Result(SessionKey session, long at, @Nullable String outcome, String text)
      implements LogEntry {}

  /** What earlier turns were about, in the words of a brain: {@code summary}. */
  record Summary(SessionKey session, long at, String text) implements LogEntry {}
}
