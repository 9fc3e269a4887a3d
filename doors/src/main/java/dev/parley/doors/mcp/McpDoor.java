package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.participants.Presence;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Route;
import dev.parley.doors.mcp.catalog.Catalog;
import dev.parley.doors.mcp.tools.ParleyCatalog;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.function.LongSupplier;

/** The MCP door, as routes for both ports. */
public final class McpDoor {
  private final StreamableEndpoint streamable;
  private final SseEndpoint events;

  private McpDoor(
      McpConfig config,
      Catalog catalog,
      AuditLog audit,
      Broker broker,
      Entrance entrance,
      OpenStreams openStreams,
      RateLimits limits,
      LongSupplier millis) {
    Methods methods = new Methods(catalog, audit, broker);
    CallSlots calls = new CallSlots("calls", config.callsMax());
    LegacyServer legacy = new LegacyServer(methods, config, calls);
    Listens listens = new Listens(catalog, config, openStreams);
    this.streamable =
        new StreamableEndpoint(
            config,
            entrance,
            new LegacySessions(config, millis),
            legacy,
            new ModernServer(methods, config, calls, listens, millis),
            listens,
            openStreams,
            limits);
    this.events = new SseEndpoint(config, entrance, legacy, openStreams, limits);
  }

  /** Serves the hub's own tools. */
  public static McpDoor of(McpServices services) {
    return serving(
        new ParleyCatalog(services),
        services.config(),
        services.broker(),
        services.identity(),
        services.millis());
  }

  /** Serves another catalog with the same machinery. */
  public static McpDoor serving(
      Catalog catalog, McpConfig config, Broker broker, Identity identity, LongSupplier millis) {
    Callers callers = new Callers(identity.authenticator(), identity.authority().limits()).atMcp();
    McpDoor door =
        new McpDoor(
            config,
            catalog,
            identity.audit(),
            broker,
            new Entrance(callers, broker.participants(), config),
            openStreams(broker.presence()),
            identity.authority().limits(),
            millis);
    identity.accounts().onTokenGone(door::endAllOf);
    identity.accounts().onProgramGone(door::endAllOf);
    identity.keys().onGone(door::endAllOf);
    return door;
  }

  /** Ends the sessions and streams of an agent whose token or key is no longer good. Any thread. */
  private void endAllOf(AgentId agent) {
    // Not on the thread that tells: ending them takes a while.
    Thread.ofVirtual()
        .name("parley-mcp")
        .start(
            () -> {
              streamable.endAllOf(agent);
              events.endAllOf(agent);
            });
  }

  private static OpenStreams openStreams(Presence presence) {
    return new OpenStreams() {
      @Override
      public void opened(AgentId agent) {
        presence.connected(agent);
      }

      @Override
      public void closed(AgentId agent) {
        presence.disconnected(agent);
      }
    };
  }

  /** Clients of the transport of 2024 that are connected. */
  public int eventStreams() {
    return events.streams();
  }

  public List<Route> routes() {
    return List.of(
        Route.forEveryone("/mcp", streamable)
            .taking(HttpMethod.POST, HttpMethod.GET, HttpMethod.DELETE),
        Route.forEveryone("/sse", events).taking(HttpMethod.GET),
        Route.forEveryone("/message/{sessionId}", events).taking(HttpMethod.POST));
  }
}
