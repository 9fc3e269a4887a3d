package dev.parley.core.history;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which of all messages to look at, newest first.
 *
 * @param below only messages with a smaller number, or {@link Long#MAX_VALUE}
 * @param from only what this sender sent, or null
 * @param to only what reached this agent or one of its sessions, or null
 * @param path only what was sent to a path that fits, or null
 * @param seenBy only what this agent sent or received, or null for everything
 */
public record MessageQuery(
    int limit,
    long below,
    @Nullable String from,
    @Nullable AgentId to,
    @Nullable Pattern path,
    @Nullable AgentId seenBy) {

  boolean hasFilter() {
    return from != null || to != null || path != null || seenBy != null;
  }
}
