package dev.parley.client.registry;

import dev.parley.client.json.JsonObject;
import java.util.List;

/** A named set of agents; {@code group/NAME} reaches them all. */
public record GroupInfo(String name, List<String> members, long createdAt, JsonObject json) {

  public static GroupInfo of(JsonObject group) {
    return new GroupInfo(
        group.text("name", ""), group.texts("members"), group.number("createdAt", 0), group);
  }
}
