package dev.parley.client.message;

import org.jspecify.annotations.Nullable;

/** Where messages arrive: an agent's own inbox, or that of one of its sessions. */
public record Inbox(String agentId, @Nullable String sessionId) {

  public static Inbox of(String agentId) {
    return new Inbox(agentId, null);
  }

  public static Inbox of(String agentId, String sessionId) {
    return new Inbox(agentId, sessionId);
  }

  /** Reads {@code agent} or {@code agent/session}. */
  public static Inbox parse(String text) {
    int slash = text.indexOf('/');
    Inbox inbox = slash < 0 ? of(text) : of(text.substring(0, slash), text.substring(slash + 1));
    if (inbox.agentId.isEmpty() || "".equals(inbox.sessionId)) {
      throw new IllegalArgumentException("'" + text + "' is neither AGENT nor AGENT/SESSION");
    }
    return inbox;
  }

  @Override
  public String toString() {
    return sessionId == null ? agentId : agentId + "/" + sessionId;
  }
}
