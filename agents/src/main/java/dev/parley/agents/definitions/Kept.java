package dev.parley.agents.definitions;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is remembered of a definition that was applied.
 *
 * @param origin the folder it came from, which is what {@code --prune} goes by
 * @param created whether the agent was made by it
 * @param settled false while it is being applied: whoever finds it so applies it again
 * @param subscriptions those that the file has added, and that are taken back when it is silent
 * @param groups the same
 */
public record Kept(
    Definition definition,
    String origin,
    String file,
    boolean created,
    boolean settled,
    List<String> subscriptions,
    List<String> groups,
    long appliedAt) {
  private static final JsonMapper JSON = new JsonMapper();

  public Kept {
    subscriptions = List.copyOf(subscriptions);
    groups = List.copyOf(groups);
  }

  byte[] toJson() {
    return JSON.writeValueAsBytes(this);
  }

  static Kept parse(byte[] json) {
    return JSON.readValue(json, Kept.class);
  }
}
