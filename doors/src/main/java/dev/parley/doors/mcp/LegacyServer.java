package dev.parley.doors.mcp;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Standing;
import dev.parley.doors.mcp.catalog.Changes;
import dev.parley.doors.mcp.catalog.LogLevel;
import dev.parley.doors.mcp.catalog.McpError;
import dev.parley.doors.mcp.catalog.Tool;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds a legacy conversation, whatever carries it. On a virtual thread a message. */
final class LegacyServer {
  private static final Map<String, String> LISTS =
      Map.of(
          Changes.TOOLS, "notifications/tools/list_changed",
          Changes.PROMPTS, "notifications/prompts/list_changed",
          Changes.RESOURCES, "notifications/resources/list_changed");

  private final Methods methods;
  private final McpConfig config;
  private final CallSlots slots;

  LegacyServer(Methods methods, McpConfig config, CallSlots slots) {
    this.methods = methods;
    this.config = config;
    this.slots = slots;
  }

  /** Answers requests on the outlet; of other messages only takes notice. */
  void accept(LegacySession session, RpcMessage message, Outlet outlet) {
    switch (message) {
      case RpcMessage.Request request -> answer(session, request, outlet);
      case RpcMessage.Notification notification -> notice(session, notification);
      case RpcMessage.Response response -> {
        boolean _ = session.onAnswer(response);
      }
    }
  }

  private void answer(LegacySession session, RpcMessage.Request request, Outlet outlet) {
    JsonNode id = request.id();
    try {
      slots.take(session.caller().self());
    } catch (Refused e) {
      var _ = outlet.answer(error(id, Failures.of(e, request.method())), 200);
      return;
    }
    var exchange = new LegacyExchange(request, session, outlet, config.questionTimeout());
    boolean mine = session.begin(id, Thread.currentThread()::interrupt);
    try {
      if (!mine) {
        throw RpcError.invalidRequest("the id " + id + " is in use");
      }
      ObjectNode result = result(session, request, exchange);
      if (Thread.interrupted()) {
        throw new Cancelled();
      }
      exchange.answered(outlet.answer(RpcMessage.result(id, result), 200));
    } catch (InterruptedException | Cancelled e) {
      breakOff(session, request, outlet);
    } catch (RuntimeException e) {
      var _ = outlet.answer(error(id, Failures.of(e, request.method())), 200);
    } finally {
      exchange.unanswered();
      if (mine) {
        session.finish(id);
      }
      slots.release(session.caller().self());
    }
  }

  /** Who has cancelled knows it; of a session that has ended somebody may still wait. */
  private static void breakOff(LegacySession session, RpcMessage.Request request, Outlet outlet) {
    if (!session.isClosed()) {
      outlet.abandon();
      return;
    }
    RuntimeException why =
        session.caller().standing().holds()
            ? new Refused(ErrorCode.NOT_FOUND, "the session has ended")
            : Standing.gone();
    var _ = outlet.answer(error(request.id(), Failures.of(why, request.method())), 200);
  }

  /**
   * Begins a call that needs no thread of its own. On the event loop.
   *
   * @return false when this is no such call; then nothing has happened
   */
  boolean acceptAsync(
      LegacySession session, RpcMessage.Request request, Outlet outlet, Reply reply) {
    Tool tool = methods.asyncTool(request, session.caller());
    if (tool == null || session.version() == null) {
      return false;
    }
    var exchange = new LegacyExchange(request, session, outlet, config.questionTimeout());
    new AsyncCall(session, exchange, slots, reply)
        .begin(() -> methods.callAsync(tool, request, exchange, reply::runOnLoop));
    return true;
  }

  static ObjectNode error(JsonNode id, RpcError error) {
    return Generation.LEGACY.error(id, error);
  }

  private ObjectNode result(
      LegacySession session, RpcMessage.Request request, LegacyExchange exchange)
      throws InterruptedException {
    if (session.version() == null) {
      return switch (request.method()) {
        case "initialize" -> initialize(session, request.params());
        case "ping" -> Json.object();
        default -> throw RpcError.invalidRequest("the first request is 'initialize'");
      };
    }
    return switch (request.method()) {
      case "initialize" -> throw RpcError.invalidRequest("this session is initialized already");
      case "ping" -> Json.object();
      case "logging/setLevel" -> setLevel(session, request.params());
      case "resources/subscribe" -> subscribe(session, Methods.text(request.params(), "uri"));
      case "resources/unsubscribe" -> {
        session.unwatch(Methods.text(request.params(), "uri"));
        yield Json.object();
      }
      default -> methods.answer(request, exchange);
    };
  }

  private ObjectNode initialize(LegacySession session, ObjectNode params) {
    JsonNode asked = params.path("protocolVersion");
    JsonNode capabilities = params.path("capabilities");
    if (!asked.isString() || !(capabilities instanceof ObjectNode offered)) {
      throw RpcError.invalidParams("'initialize' has a protocolVersion and capabilities");
    }
    // Never the modern one: what that means was not agreed on by shaking hands.
    String version =
        Generation.LEGACY_VERSIONS.contains(asked.asString())
            ? asked.asString()
            : Generation.NEWEST_LEGACY_VERSION;
    session.agree(version, offered);
    ObjectNode result = Json.object().put("protocolVersion", version);
    result.set("capabilities", methods.catalog().capabilities());
    result.set("serverInfo", serverInfo(config));
    return result.put("instructions", methods.catalog().instructions());
  }

  static ObjectNode serverInfo(McpConfig config) {
    return Json.object()
        .put("name", "parley")
        .put("title", "Parley")
        .put("version", config.version());
  }

  private static ObjectNode setLevel(LegacySession session, ObjectNode params) {
    LogLevel level = LogLevel.of(Methods.text(params, "level"));
    if (level == null) {
      throw RpcError.invalidParams("there is no such level");
    }
    session.logThreshold(level);
    return Json.object();
  }

  private ObjectNode subscribe(LegacySession session, String uri) {
    if (!methods.catalog().isReadable(session.caller(), uri)) {
      throw McpError.noSuchResource(uri);
    }
    ObjectNode updated =
        RpcMessage.notification("notifications/resources/updated", Json.object().put("uri", uri));
    if (!session.watch(methods.catalog().changes(), uri, updated)) {
      throw RpcError.invalidParams("this session watches too much already");
    }
    return Json.object();
  }

  private void notice(LegacySession session, RpcMessage.Notification notification) {
    switch (notification.method()) {
      case "notifications/initialized" ->
          LISTS.forEach(
              (list, method) -> {
                if (methods
                    .catalog()
                    .capabilities()
                    .path(list)
                    .path("listChanged")
                    .asBoolean(false)) {
                  boolean _ =
                      session.watch(
                          methods.catalog().changes(),
                          list,
                          RpcMessage.notification(method, Json.object()));
                }
              });
      case "notifications/cancelled" -> {
        JsonNode request = notification.params().get("requestId");
        if (request != null) {
          session.cancel(request);
        }
      }
      default -> {} // Nothing that we would have to do anything about.
    }
  }
}
