package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Standing;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import io.vertx.core.MultiMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers modern requests, each on its own. On a virtual thread a message. */
final class ModernServer {
  private static final Map<String, Long> CACHEABLE_MILLIS =
      Map.of(
          "server/discover", 3_600_000L,
          "tools/list", 60_000L,
          "prompts/list", 60_000L,
          "resources/list", 0L,
          "resources/templates/list", 60_000L,
          "resources/read", 0L);

  private final Methods methods;
  private final McpConfig config;
  private final CallSlots slots;
  private final ModernGate gate;
  private final RequestStates states;
  private final Listens listens;

  /** The threads of calls, each with who has called. */
  private final Map<Thread, Caller> working = new ConcurrentHashMap<>();

  ModernServer(
      Methods methods, McpConfig config, CallSlots slots, Listens listens, LongSupplier millis) {
    this.methods = methods;
    this.config = config;
    this.slots = slots;
    this.gate = new ModernGate(methods);
    this.states = new RequestStates(millis);
    this.listens = listens;
  }

  void accept(JsonNode tree, MultiMap headers, Caller caller, Reply reply) {
    @Nullable JsonNode id = RpcMessage.idOf(tree);
    try {
      if (ModernGate.one(headers, ModernGate.VERSION_HEADER) == null) {
        throw ModernGate.mismatch(ModernGate.VERSION_HEADER + " is missing");
      }
      switch (RpcMessage.read(tree)) {
        case RpcMessage.Request request -> answer(request, headers, caller, reply);
        case RpcMessage.Notification _ -> reply.empty(202);
        case RpcMessage.Response _ -> throw RpcError.invalidRequest("nobody asked for an answer");
      }
    } catch (RpcError e) {
      refuse(reply, id, e);
    }
  }

  private static void refuse(Reply reply, @Nullable JsonNode id, RpcError error) {
    reply.refuse(Generation.MODERN.httpStatus(error), Generation.MODERN.error(id, error));
  }

  private void answer(RpcMessage.Request request, MultiMap headers, Caller caller, Reply reply) {
    ModernGate.Metadata metadata = gate.check(request, headers, caller);
    if (request.method().equals("subscriptions/listen")) {
      listens.open(request, caller, reply);
      return;
    }
    try {
      slots.take(caller.self());
    } catch (Refused e) {
      refuse(reply, request.id(), Failures.of(e, request.method()));
      return;
    }
    Thread worker = Thread.currentThread();
    // Who goes away cancels.
    reply.onGone(worker::interrupt);
    Outlet outlet = new ModernOutlet(reply, config.keepAlive());
    @Nullable ModernExchange exchange = null;
    working.put(worker, caller);
    try {
      caller.standing().require();
      exchange = new ModernExchange(request, caller, outlet, metadata, states);
      ObjectNode result = stamped(request.method(), result(request, exchange));
      if (Thread.interrupted()) {
        throw new Cancelled();
      }
      exchange.answered(outlet.answer(RpcMessage.result(request.id(), result), 200));
    } catch (InterruptedException | Cancelled e) {
      if (caller.standing().holds()) {
        outlet.abandon();
      } else {
        refuse(outlet, request, Standing.gone());
      }
    } catch (InputRequired e) {
      var _ = outlet.answer(RpcMessage.result(request.id(), identified(e.toResult())), 200);
    } catch (RuntimeException e) {
      refuse(outlet, request, e);
    } finally {
      if (exchange != null) {
        exchange.unanswered();
      }
      working.remove(worker);
      slots.release(caller.self());
    }
  }

  private static void refuse(Outlet outlet, RpcMessage.Request request, RuntimeException why) {
    RpcError error = Failures.of(why, request.method());
    var _ =
        outlet.answer(
            Generation.MODERN.error(request.id(), error), Generation.MODERN.httpStatus(error));
  }

  /** Interrupts the calls of an agent whose token is no longer good. Any thread. */
  void endAllOf(AgentId agent) {
    working.forEach(
        (worker, caller) -> {
          if (caller.hasLost(agent)) {
            worker.interrupt();
          }
        });
  }

  private ObjectNode result(RpcMessage.Request request, ModernExchange exchange)
      throws InterruptedException {
    if (request.method().equals("server/discover")) {
      ObjectNode result = Json.object();
      Generation.ALL_VERSIONS.forEach(result.putArray("supportedVersions")::add);
      result.set("capabilities", methods.catalog().capabilities());
      return result.put("instructions", methods.catalog().instructions());
    }
    return methods.answer(request, exchange);
  }

  private ObjectNode stamped(String method, ObjectNode result) {
    result.put("resultType", "complete");
    Long millis = CACHEABLE_MILLIS.get(method);
    if (millis != null) {
      result.put("ttlMs", millis);
      result.put("cacheScope", method.equals("server/discover") ? "public" : "private");
    }
    return identified(result);
  }

  private ObjectNode identified(ObjectNode result) {
    result
        .withObjectProperty("_meta")
        .set(ModernGate.PREFIX + "serverInfo", LegacyServer.serverInfo(config));
    return result;
  }
}
