package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.rpc.Json;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** GET and DELETE on {@code /mcp}: only the legacy generation has them. On the event loop. */
final class SessionStreams {
  private final LegacySessions sessions;
  private final McpConfig config;
  private final OpenStreams openStreams;

  SessionStreams(LegacySessions sessions, McpConfig config, OpenStreams openStreams) {
    this.sessions = sessions;
    this.config = config;
    this.openStreams = openStreams;
  }

  void handle(HttpServerRequest request, Caller caller, Reply reply) {
    String id = StreamableEndpoint.sessionOf(request);
    if (id == null) {
      String version = request.getHeader(ModernGate.VERSION_HEADER);
      if (Generation.MODERN_VERSION.equals(version)) {
        reply.header("Allow", "POST").refuse(405, "only POST is spoken here since " + version);
      } else {
        reply.refuse(400, "session required: send initialize");
      }
      return;
    }
    LegacySessions.Entry entry = sessions.find(id, caller);
    if (entry == null) {
      reply.refuse(404, noSuchSession());
    } else if (request.method().equals(HttpMethod.DELETE)) {
      sessions.end(entry);
      reply.empty(200);
    } else if (!acceptsEvents(request.getHeader("Accept"))) {
      reply.refuse(406, "the client has to accept text/event-stream");
    } else {
      resume(entry, request.getHeader("Last-Event-ID"), caller, reply);
    }
  }

  /** A stream that is over is refused: opened, it would end at once, and the client come back. */
  private void resume(
      LegacySessions.Entry entry, @Nullable String lastEvent, Caller caller, Reply reply) {
    ReplayStreams.Place place = lastEvent == null ? null : entry.streams().find(lastEvent);
    if (lastEvent != null && (place == null || place.stream().isOverAfter(place.number()))) {
      reply.header("Allow", "POST, DELETE").refuse(405, "nothing follows that event");
    } else {
      open(entry, place, caller, reply);
    }
  }

  private void open(
      LegacySessions.Entry entry, ReplayStreams.@Nullable Place place, Caller caller, Reply reply) {
    ReplayStream stream = place == null ? entry.streams().aside() : place.stream();
    entry.readers(1);
    openStreams.opened(caller.self());
    reply.onGone(
        () -> {
          stream.onGone(reply);
          entry.readers(-1);
          openStreams.closed(caller.self());
        });
    reply.openEvents(config.keepAlive());
    if (place == null) {
      stream.attach(reply);
    } else {
      stream.attach(reply, place.number());
    }
    if (!caller.standing().holds()) {
      reply.end(); // withdrawn before the stream was there to be ended
    }
  }

  private static boolean acceptsEvents(@Nullable String accept) {
    return accept == null
        || accept.contains("*/*")
        || accept.toLowerCase(Locale.ROOT).contains("text/event-stream");
  }

  static ObjectNode noSuchSession() {
    ObjectNode message = Json.object().put("jsonrpc", "2.0");
    message.putObject("error").put("code", -32001).put("message", "Session not found");
    return message;
  }
}
