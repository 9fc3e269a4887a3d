package dev.parley.client.registry;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Inbox;
import java.util.List;

/** A session of an agent. */
public record SessionInfo(
    Inbox inbox,
    String title,
    boolean isDefault,
    long createdAt,
    long lastUsedAt,
    List<SubscriptionInfo> subscriptions,
    JsonObject json) {

  public static SessionInfo of(JsonObject session) {
    return new SessionInfo(
        Inbox.of(session.text("agentId", ""), session.text("sessionId", "")),
        session.text("title", ""),
        session.flag("isDefault"),
        session.number("createdAt", 0),
        session.number("lastUsedAt", 0),
        SubscriptionInfo.listOf(session),
        session);
  }
}
