package dev.parley.core.history;

/**
 * Which of all messages to look at, newest first.
 *
 * @param below only messages with a smaller number, or {@link Long#MAX_VALUE}
 */
public record MessageQuery(int limit, long below, MessageFilter filter) {

  MessageQuery startingBelow(long number) {
    return new MessageQuery(limit, number, filter);
  }

  boolean hasFilter() {
    return !filter.equals(MessageFilter.NONE);
  }
}
