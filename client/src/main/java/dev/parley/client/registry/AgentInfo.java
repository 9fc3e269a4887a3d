package dev.parley.client.registry;

import dev.parley.client.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A registered agent. */
public record AgentInfo(
    String agentId,
    String name,
    @Nullable String description,
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
        agent.object("metadata"),
        agent.number("createdAt", 0),
        agent.flag("online"),
        SubscriptionInfo.listOf(agent),
        agent);
  }
}
