package dev.parley.doors.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Presence;
import dev.parley.doors.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What everybody may know about an agent. Its status and capabilities are what it says itself. */
final class AgentCards {
  static final String STATUS = "status";
  static final String TASK = "task";
  static final String CAPABILITIES = "capabilities";

  private final Presence presence;

  AgentCards(Presence presence) {
    this.presence = presence;
  }

  ObjectNode of(Agent agent) {
    ObjectNode card = Json.object().put("id", agent.id().value()).put("name", agent.name());
    if (agent.description() != null) {
      card.put("description", agent.description());
    }
    boolean online = presence.isOnline(agent.id());
    ObjectNode said = metadata(agent.metadata());
    card.put(STATUS, said.path(STATUS).asString(online ? "online" : "offline"));
    card.put("online", online);
    if (said.path(TASK).isString()) {
      card.set(TASK, said.get(TASK));
    }
    JsonNode capabilities = said.path(CAPABILITIES);
    card.set(CAPABILITIES, capabilities.isArray() ? capabilities : Json.array());
    return card;
  }

  static ObjectNode metadata(@Nullable String json) {
    return json != null && Json.parse(json.getBytes(UTF_8)) instanceof ObjectNode object
        ? object
        : Json.object();
  }
}
