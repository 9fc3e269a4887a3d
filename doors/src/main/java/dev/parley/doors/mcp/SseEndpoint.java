package dev.parley.doors.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The transport of 2024: a stream from {@code GET /sse} on which everything comes, and {@code POST
 * /message/…}, where everything is sent. The session lives as long as the stream.
 */
final class SseEndpoint implements Endpoint {
  private final McpConfig config;
  private final BodyReader bodies;
  private final Entrance entrance;
  private final LegacyServer legacy;
  private final OpenStreams openStreams;
  private final RateLimits limits;
  private final CallSlots slots;
  private final Map<String, Line> lines = new ConcurrentHashMap<>();

  SseEndpoint(
      McpConfig config,
      Entrance entrance,
      LegacyServer legacy,
      OpenStreams openStreams,
      RateLimits limits) {
    this.config = config;
    this.bodies = Body.reader(config);
    this.entrance = entrance;
    this.legacy = legacy;
    this.openStreams = openStreams;
    this.limits = limits;
    this.slots = new CallSlots("streams", config.sessionsMax());
  }

  /** A session and the stream it lives on. */
  private record Line(LegacySession session, Reply reply) implements Outlet {
    @Override
    public void send(ObjectNode message) {
      var _ = answer(message, 200);
    }

    @Override
    public CompletableFuture<Boolean> answer(ObjectNode message, int status) {
      return session.isClosed() ? CompletableFuture.completedFuture(false) : sent(message);
    }

    private CompletableFuture<Boolean> sent(ObjectNode message) {
      return reply.event("event: message\n", Json.text(message));
    }

    @Override
    public void abandon() {}

    @Override
    public Hearing hearing() {
      return reply.isGone() ? Hearing.GONE : Hearing.THERE;
    }

    /** With its line, a session ends, and all that goes on in it. */
    @Override
    public void onHearing(Runnable change) {}

    private void end() {
      session.close();
      reply.end();
    }
  }

  /** Streams that are open. */
  int streams() {
    return lines.size();
  }

  @Override
  public void handle(HttpServerRequest request) {
    Reply reply = Reply.to(request, entrance.signpost(request));
    try {
      Caller caller = entrance.of(request);
      if (request.method().equals(HttpMethod.POST)) {
        take(request, caller, reply);
      } else {
        open(caller, reply);
      }
    } catch (Refused e) {
      reply.refuse(e);
    }
  }

  private void open(Caller caller, Reply reply) {
    limits.onCostly(caller.principal(), Costly.CONNECT);
    slots.take(caller.self());
    String id = LegacySessions.freshId();
    var session =
        new LegacySession(
            id, caller, message -> reply.tell("event: message\n", Json.text(message)));
    Line line = new Line(session, reply);
    lines.put(id, line);
    openStreams.opened(caller.self());
    reply.onGone(
        () -> {
          lines.remove(id);
          session.close();
          openStreams.closed(caller.self());
          slots.release(caller.self());
        });
    reply.openEvents(config.keepAlive());
    // Where a name is believed, what is posted has to carry it too.
    String name =
        config.trustAgentIds() ? "?agentId=" + URLEncoder.encode(caller.self().value(), UTF_8) : "";
    reply.tell("event: endpoint\n", "/message/" + id + name);
    if (!caller.standing().holds()) {
      line.end(); // withdrawn before the line was there to be ended
    }
  }

  private void take(HttpServerRequest request, Caller caller, Reply reply) {
    Line line = lines.get(request.getParam("sessionId"));
    if (line == null || !line.session.caller().principal().equals(caller.principal())) {
      reply.refuse(404, SessionStreams.noSuchSession());
      return;
    }
    Body.read(
        request,
        caller,
        reply,
        bodies,
        body -> Thread.ofVirtual().name("parley-mcp").start(() -> serve(line, body, reply)));
  }

  private void serve(Line line, byte[] body, Reply reply) {
    RpcMessage message;
    try {
      message = RpcMessage.read(Json.parse(body));
    } catch (RpcError e) {
      reply.refuse(400, e);
      return;
    }
    reply.empty(202);
    legacy.accept(line.session, message, line);
  }

  void endAllOf(AgentId agent) {
    lines.values().stream().filter(line -> line.session.caller().hasLost(agent)).forEach(Line::end);
  }

  @Override
  public CompletableFuture<Void> stop(Duration within) {
    lines.values().forEach(Line::end);
    return CompletableFuture.completedFuture(null);
  }
}
