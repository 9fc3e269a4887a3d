package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Endpoint;
import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.Hearing;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import dev.parley.identity.limits.Costly;
import dev.parley.identity.limits.RateLimits;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code /mcp}: Streamable HTTP of both generations. Which one a POST belongs to is told by what it
 * carries, so that one client may even mix them.
 */
final class StreamableEndpoint implements Endpoint {
  private static final String SESSION = "Mcp-Session-Id";
  private static final int BATCH_MAX = 64;

  /** Longer bodies are read on a thread of their own, not to hold up other connections. */
  private static final int LOOP_BYTES_MAX = 16 << 10;

  private final McpConfig config;
  private final BodyReader bodies;
  private final Entrance entrance;
  private final LegacySessions sessions;
  private final LegacyServer legacy;
  private final ModernServer modern;
  private final Listens listens;
  private final SessionStreams streams;
  private final RateLimits limits;

  StreamableEndpoint(
      McpConfig config,
      Entrance entrance,
      LegacySessions sessions,
      LegacyServer legacy,
      ModernServer modern,
      Listens listens,
      OpenStreams openStreams,
      RateLimits limits) {
    this.config = config;
    this.bodies = Body.reader(config);
    this.entrance = entrance;
    this.sessions = sessions;
    this.legacy = legacy;
    this.modern = modern;
    this.listens = listens;
    this.streams = new SessionStreams(sessions, config, openStreams);
    this.limits = limits;
  }

  @Override
  public void handle(HttpServerRequest request) {
    Reply reply = Reply.to(request, entrance.signpost(request));
    Caller caller;
    try {
      caller = entrance.of(request);
    } catch (Refused e) {
      reply.refuse(e);
      return;
    }
    if (!request.method().equals(HttpMethod.POST)) {
      streams.handle(request, caller, reply);
      return;
    }
    if (!Body.acceptsBoth(request.getHeader("Accept"))) {
      reply.refuse(406, "the client has to accept application/json and text/event-stream");
      return;
    }
    MultiMap headers = request.headers();
    Body.read(
        request,
        caller,
        reply,
        bodies,
        body -> {
          if (body.length > LOOP_BYTES_MAX) {
            onThread(reply, () -> route(Json.parse(body), headers, caller, reply));
          } else {
            reporting(reply, () -> onShortBody(Json.parse(body), headers, caller, reply));
          }
        });
  }

  /** On the event loop, which does at once what takes no time, and starts a thread for the rest. */
  private void onShortBody(JsonNode tree, MultiMap headers, Caller caller, Reply reply) {
    if (!isUnderWay(tree, headers, caller, reply)) {
      onThread(reply, () -> route(tree, headers, caller, reply));
    }
  }

  private static void onThread(Reply reply, Runnable work) {
    Thread.ofVirtual().name("parley-mcp").start(() -> reporting(reply, work));
  }

  private static void reporting(Reply reply, Runnable work) {
    try {
      work.run();
    } catch (RpcError e) {
      reply.refuse(400, e);
    }
  }

  /** Was this a call in a session that needs no thread, so that it is under way now? */
  private boolean isUnderWay(JsonNode tree, MultiMap headers, Caller caller, Reply reply) {
    String session = headers.get(SESSION);
    if (session == null
        || ModernGate.isMarked(tree)
        || !tree.path("method").asString("").equals("tools/call")
        || !speaksLegacy(headers.get(ModernGate.VERSION_HEADER))) {
      return false;
    }
    LegacySessions.Entry entry = sessions.find(session, caller);
    return entry != null
        && RpcMessage.read(tree) instanceof RpcMessage.Request request
        && legacy.acceptAsync(
            entry.session(),
            request,
            new PostOutlet(reply, entry.session(), entry.streams(), config.keepAlive()),
            reply);
  }

  /** Who does not say what it speaks, speaks what the session agreed on. */
  private static boolean speaksLegacy(@Nullable String version) {
    return version == null || Generation.LEGACY_VERSIONS.contains(version.strip());
  }

  private void route(JsonNode tree, MultiMap headers, Caller caller, Reply reply) {
    String session = headers.get(SESSION);
    String version = headers.get(ModernGate.VERSION_HEADER);
    if (ModernGate.isMarked(tree)) {
      modern.accept(tree, headers, caller, reply);
    } else if (tree.path("method").asString("").equals("initialize")) {
      initialize(tree, caller, reply);
    } else if (session != null) {
      LegacySessions.Entry entry = sessions.find(session, caller);
      if (entry == null) {
        reply.refuse(404, SessionStreams.noSuchSession());
      } else if (version != null && !speaksLegacy(version)) {
        reply.refuse(400, "this session does not speak " + RpcError.abbreviated(version));
      } else {
        serve(entry, tree, reply);
      }
    } else if (!speaksLegacy(version)) {
      modern.accept(tree, headers, caller, reply);
    } else {
      throw RpcError.invalidRequest("session required: send initialize");
    }
  }

  /** The session is there before its id is told, and not if it is not to be. */
  private void initialize(JsonNode tree, Caller caller, Reply reply) {
    if (!(RpcMessage.read(tree) instanceof RpcMessage.Request request)) {
      throw RpcError.invalidRequest("'initialize' is a request");
    }
    try {
      limits.onCostly(caller.principal(), Costly.CONNECT);
    } catch (Refused tooSoon) {
      reply.refuse(tooSoon);
      return;
    }
    LegacySessions.Entry entry = sessions.prepare(caller);
    Outlet outlet = new PostOutlet(reply, entry.session(), entry.streams(), config.keepAlive());
    legacy.accept(
        entry.session(),
        request,
        new Outlet() {
          @Override
          public void send(ObjectNode message) {
            outlet.send(message);
          }

          @Override
          public CompletableFuture<Boolean> answer(ObjectNode message, int status) {
            if (entry.session().version() == null) {
              return outlet.answer(message, status);
            }
            try {
              sessions.keep(entry);
            } catch (Refused e) {
              return outlet.answer(LegacyServer.error(request.id(), RpcError.of(e)), status);
            }
            reply.header(SESSION, entry.session().id());
            return outlet.answer(message, status);
          }

          @Override
          public void abandon() {
            outlet.abandon();
          }

          @Override
          public Hearing hearing() {
            return outlet.hearing();
          }

          @Override
          public void onHearing(Runnable change) {
            outlet.onHearing(change);
          }
        });
  }

  private void serve(LegacySessions.Entry entry, JsonNode tree, Reply reply) {
    LegacySession session = entry.session();
    var outlet = new PostOutlet(reply, session, entry.streams(), config.keepAlive());
    if (tree instanceof ArrayNode batch) {
      serveBatch(session, batch, outlet, reply);
      return;
    }
    RpcMessage message = RpcMessage.read(tree);
    legacy.accept(session, message, outlet);
    if (!(message instanceof RpcMessage.Request)) {
      reply.empty(202);
    }
  }

  private void serveBatch(LegacySession session, ArrayNode batch, PostOutlet outlet, Reply reply) {
    if (!Generation.BATCH_VERSION.equals(session.version())
        || batch.isEmpty()
        || batch.size() > BATCH_MAX) {
      throw RpcError.invalidRequest("send one message at a time");
    }
    List<RpcMessage> messages = new ArrayList<>();
    batch.forEach(one -> messages.add(RpcMessage.read(one)));
    boolean answered = messages.stream().anyMatch(RpcMessage.Request.class::isInstance);
    Outlet each = outlet.forBatch();
    messages.forEach(message -> legacy.accept(session, message, each));
    if (answered) {
      outlet.abandon();
    } else {
      reply.empty(202);
    }
  }

  void endAllOf(AgentId agent) {
    modern.endAllOf(agent);
    listens.endAllOf(agent);
    sessions.endAllOf(agent);
  }

  @Override
  public CompletableFuture<Void> stop(Duration within) {
    listens.close();
    sessions.close();
    return CompletableFuture.completedFuture(null);
  }

  static @Nullable String sessionOf(HttpServerRequest request) {
    return request.getHeader(SESSION);
  }
}
