package dev.parley.core.history;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionKey;
import org.jspecify.annotations.Nullable;

/**
 * What messages have to be like to be shown; all of it has to hold.
 *
 * @param from only what this sender sent, or null
 * @param to only what reached this agent or one of its sessions, or null
 * @param session only what reached this session, or null
 * @param agent only what this agent sent or received, or null
 * @param path only what was sent to a path that fits, or null
 * @param type only messages of this type, or null
 * @param since Unix milliseconds, inclusive, or 0
 * @param until Unix milliseconds, exclusive, or {@link Long#MAX_VALUE}
 * @param seenBy only what this agent, who asks, sent or received, or null for everything
 */
public record MessageFilter(
    @Nullable String from,
    @Nullable AgentId to,
    @Nullable SessionKey session,
    @Nullable AgentId agent,
    @Nullable Pattern path,
    @Nullable String type,
    long since,
    long until,
    @Nullable AgentId seenBy) {

  /** Everything. */
  public static final MessageFilter NONE =
      new MessageFilter(null, null, null, null, null, null, 0, Long.MAX_VALUE, null);

  /** What this agent sent or received. */
  public static MessageFilter seenBy(AgentId agent) {
    return new MessageFilter(null, null, null, null, null, null, 0, Long.MAX_VALUE, agent);
  }

  /** What this sender sent, whoever asks. */
  public static MessageFilter from(String sender) {
    return new MessageFilter(sender, null, null, null, null, null, 0, Long.MAX_VALUE, null);
  }
}
