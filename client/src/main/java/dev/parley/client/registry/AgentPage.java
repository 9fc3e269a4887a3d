package dev.parley.client.registry;

import dev.parley.client.json.JsonObject;
import java.util.List;

/** Some of the agents, in the order of their ids. */
public record AgentPage(List<AgentInfo> agents, boolean more, JsonObject json) {

  public static AgentPage of(JsonObject answer) {
    return new AgentPage(
        answer.objects("agents").stream().map(AgentInfo::of).toList(), answer.flag("more"), answer);
  }
}
