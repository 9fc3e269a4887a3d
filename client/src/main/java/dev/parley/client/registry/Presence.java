package dev.parley.client.registry;

import dev.parley.client.json.JsonObject;

/** Whether an agent is there. {@code lastSeenAt} is 0 for one that never was. */
public record Presence(
    String agentId,
    boolean online,
    int connections,
    boolean listening,
    long lastSeenAt,
    JsonObject json) {

  public static Presence of(JsonObject agent) {
    return new Presence(
        agent.text("agentId", ""),
        agent.flag("online"),
        (int) agent.number("connections", 0),
        agent.flag("listening"),
        agent.number("lastSeenAt", 0),
        agent);
  }
}
