package dev.parley.client.registry;

import dev.parley.client.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A registered agent. An agent sees of others only the card: no metadata, no subscriptions, and 0
 * for when they were made.
 *
 * @param status what it says of itself, or online or offline
 */
public record AgentInfo(
    String agentId,
    String name,
    @Nullable String description,
    String status,
    @Nullable JsonObject metadata,
    long createdAt,
    boolean online,
    List<SubscriptionInfo> subscriptions,
    JsonObject json) {

  public static AgentInfo of(JsonObject agent) {
    String agentId = agent.text("agentId", "");
    return new AgentInfo(
        agentId,
        agent.text("name", agentId),
        agent.text("description"),
        agent.text("status", ""),
        agent.object("metadata"),
        agent.number("createdAt", 0),
        agent.flag("online"),
        SubscriptionInfo.listOf(agent),
        agent);
  }

  /** Is this all of it, and not only the card, which hubs that show no status do not know? */
  public boolean isWhole() {
    return json.has("subscriptions") || !json.has("status");
  }

  /** The card that it has published, where it was asked for; its own words. */
  public @Nullable JsonObject card() {
    return json.object("card");
  }
}
