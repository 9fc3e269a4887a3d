package dev.parley.doors.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Presence;
import dev.parley.doors.json.AgentCard;
import dev.parley.doors.rpc.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How the card of an agent looks to a model. */
final class AgentCards {
  private final Presence presence;

  AgentCards(Presence presence) {
    this.presence = presence;
  }

  ObjectNode of(Agent agent) {
    AgentCard card = AgentCard.of(agent);
    boolean online = presence.isOnline(agent.id());
    ObjectNode shown = Json.object().put("id", card.id().value()).put("name", card.name());
    if (card.description() != null) {
      shown.put("description", card.description());
    }
    shown.put(AgentCard.STATUS, card.status(online)).put("online", online);
    if (card.task() != null) {
      shown.put(AgentCard.TASK, card.task());
    }
    ArrayNode capabilities = shown.putArray(AgentCard.CAPABILITIES);
    card.capabilities().forEach(capabilities::add);
    return shown;
  }

  /** The same with the card that the agent has published, if it has. */
  ObjectNode withPublished(ObjectNode shown, Agent agent) {
    String card = agent.card();
    if (card != null) {
      shown.set("card", Json.parse(card.getBytes(UTF_8)));
    }
    return shown;
  }
}
