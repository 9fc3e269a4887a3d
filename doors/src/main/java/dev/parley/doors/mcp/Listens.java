package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.Catalog;
import dev.parley.doors.mcp.catalog.Changes;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The open streams of {@code subscriptions/listen}. */
final class Listens {
  private static final int URIS_MAX = 256;
  private static final Map<String, String> LISTS =
      Map.of(
          "toolsListChanged", Changes.TOOLS,
          "promptsListChanged", Changes.PROMPTS,
          "resourcesListChanged", Changes.RESOURCES);

  private final Catalog catalog;
  private final McpConfig config;
  private final CallSlots slots;
  private final OpenStreams openStreams;
  private final Map<Listen, Caller> open = new ConcurrentHashMap<>();

  Listens(Catalog catalog, McpConfig config, OpenStreams openStreams) {
    this.catalog = catalog;
    this.config = config;
    this.openStreams = openStreams;
    this.slots = new CallSlots("subscriptions", config.listensMax());
  }

  /** Acknowledges at once; from then on tells what was asked for, until the client goes. */
  void open(RpcMessage.Request request, Caller caller, Reply reply) {
    if (!(request.params().get("notifications") instanceof ObjectNode asked)) {
      throw RpcError.invalidParams("'notifications' says what to listen to");
    }
    Listen listen = new Listen(request.id(), reply);
    Map<String, Consumer<String>> wanted = new LinkedHashMap<>();
    ObjectNode honoured = honoured(asked, caller, listen, wanted);
    try {
      slots.take(caller.self());
    } catch (Refused e) {
      throw RpcError.of(e);
    }
    openStreams.opened(caller.self());
    open.put(listen, caller);
    listen.onEnd(
        () -> {
          open.remove(listen);
          openStreams.closed(caller.self());
          slots.release(caller.self());
        });
    listen.start(catalog.changes(), wanted, honoured, config.keepAlive());
    if (!caller.standing().holds()) {
      listen.sayGoodbye(); // withdrawn before the stream was there to be ended
    }
  }

  private ObjectNode honoured(
      ObjectNode asked, Caller caller, Listen listen, Map<String, Consumer<String>> wanted) {
    ObjectNode honoured = Json.object();
    LISTS.forEach(
        (field, list) -> {
          boolean offered = catalog.capabilities().path(list).path("listChanged").asBoolean(false);
          if (offered && asked.path(field).asBoolean(false)) {
            honoured.put(field, true);
            wanted.put(list, _ -> listen.tell("notifications/" + list + "/list_changed"));
          }
        });
    JsonNode uris = asked.path("resourceSubscriptions");
    if (uris.size() > URIS_MAX) {
      throw RpcError.invalidParams(
          "'resourceSubscriptions' has more than " + URIS_MAX + " entries");
    }
    if (uris.isArray()) {
      ArrayNode watched = honoured.putArray("resourceSubscriptions");
      for (JsonNode uri : uris) {
        if (uri.isString() && catalog.isReadable(caller, uri.asString())) {
          watched.add(uri);
          wanted.put(uri.asString(), listen::tellUpdated);
        }
      }
    }
    return honoured;
  }

  void endAllOf(AgentId agent) {
    open.forEach(
        (listen, caller) -> {
          if (caller.hasLost(agent)) {
            listen.sayGoodbye();
          }
        });
  }

  /** Says goodbye to all. */
  void close() {
    open.keySet().forEach(Listen::sayGoodbye);
  }
}
