package dev.parley.client.registry;

import dev.parley.client.json.JsonObject;

/** An agent just registered, and its token, which is shown this once. */
public record NewAgent(AgentInfo agent, String token, JsonObject json) {

  public static NewAgent of(JsonObject answer) {
    return new NewAgent(
        AgentInfo.of(answer.objectOrEmpty("agent")), answer.text("token", ""), answer);
  }

  /** The token stays out of logs. */
  @Override
  public String toString() {
    return "NewAgent[" + agent.agentId() + "]";
  }
}
