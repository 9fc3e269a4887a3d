package dev.parley.doors.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What everybody who sees an agent is shown of it. Of its metadata these are the three that it
 * tells others with {@code update_my_status}; the rest of them is nobody else's business.
 *
 * @param said how it says it is, or null when it says nothing
 * @param task what it says it works on
 * @param capabilities what it says it can do
 */
public record AgentCard(
    AgentId id,
    String name,
    @Nullable String description,
    @Nullable String said,
    @Nullable String task,
    List<String> capabilities) {
  public static final String STATUS = "status";
  public static final String TASK = "task";
  public static final String CAPABILITIES = "capabilities";

  public AgentCard {
    capabilities = List.copyOf(capabilities);
  }

  public static AgentCard of(Agent agent) {
    ObjectNode metadata = readable(agent.metadata());
    return new AgentCard(
        agent.id(),
        agent.name(),
        agent.description(),
        text(metadata, STATUS),
        text(metadata, TASK),
        metadata
            .path(CAPABILITIES)
            .valueStream()
            .filter(JsonNode::isString)
            .map(JsonNode::asString)
            .toList());
  }

  /** Never anything but an object, whatever was stored. */
  public static ObjectNode metadata(@Nullable String json) {
    return json != null && Json.parse(json.getBytes(UTF_8)) instanceof ObjectNode object
        ? object
        : Json.object();
  }

  /** A name given twice inside of metadata must not take the agent off every list. */
  private static ObjectNode readable(@Nullable String json) {
    try {
      return metadata(json);
    } catch (RpcError e) {
      return Json.object();
    }
  }

  private static @Nullable String text(ObjectNode metadata, String field) {
    return metadata.path(field).isString() ? metadata.path(field).asString() : null;
  }

  /** How it is: what it says itself, or whether it is connected. */
  public String status(boolean online) {
    return said != null ? said : online ? "online" : "offline";
  }

  /** The members of an object that its caller opens and closes. */
  void writeTo(JsonBuffer out, boolean online) {
    out.ascii("\"agentId\":").string(id.value());
    out.ascii(",\"name\":").string(name);
    if (description != null) {
      out.ascii(",\"description\":").string(description);
    }
    out.ascii(",\"status\":").string(status(online));
    if (task != null) {
      out.ascii(",\"task\":").string(task);
    }
    out.ascii(",\"capabilities\":");
    Shapes.list(out, capabilities, (to, capability) -> to.string(capability));
  }
}
