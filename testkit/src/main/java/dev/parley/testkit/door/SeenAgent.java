package dev.parley.testkit.door;

import java.util.List;
import java.util.Map;

/**
 * An agent as a door shows it, in the words of the protocol: what a door calls or nests otherwise
 * its driver has renamed.
 */
public record SeenAgent(Map<String, Object> fields) {

  public String id() {
    return text("agentId");
  }

  public String text(String name) {
    return fields.get(name) instanceof String text ? text : "";
  }

  public static List<String> ids(List<SeenAgent> agents) {
    return agents.stream().map(SeenAgent::id).toList();
  }
}
