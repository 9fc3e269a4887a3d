package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.participants.Presence;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Route;
import dev.parley.doors.mcp.catalog.Catalog;
import dev.parley.doors.mcp.tools.ParleyCatalog;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.function.LongSupplier;

/** The MCP door, as routes for both ports. */
public final class McpDoor {
  private final StreamableEndpoint streamable;
  private final SseEndpoint events;

  private McpDoor(
      McpConfig config, Catalog catalog, Entrance entrance, Company company, LongSupplier millis) {
    Methods methods = new Methods(catalog);
    CallSlots calls = new CallSlots("calls", config.callsMax());
    LegacyServer legacy = new LegacyServer(methods, config, calls);
    Listens listens = new Listens(catalog, config, company);
    this.streamable =
        new StreamableEndpoint(
            config,
            entrance,
            new LegacySessions(config, millis),
            legacy,
            new ModernServer(methods, config, calls, listens, millis),
            listens,
            company);
    this.events = new SseEndpoint(config, entrance, legacy, company);
  }

  /** Serves the hub's own tools. */
  public static McpDoor of(McpHouse house) {
    Catalog catalog =
        new ParleyCatalog(house.broker(), house.search(), house.programs(), house.audit());
    return serving(catalog, house.config(), house.broker(), house.callers(), house.millis());
  }

  /** Serves another catalog with the same machinery. */
  public static McpDoor serving(
      Catalog catalog, McpConfig config, Broker broker, Callers callers, LongSupplier millis) {
    return new McpDoor(
        config,
        catalog,
        new Entrance(callers, broker.participants(), config.trustAgentIds()),
        company(broker.presence()),
        millis);
  }

  private static Company company(Presence presence) {
    return new Company() {
      @Override
      public void joined(AgentId agent) {
        presence.connected(agent);
      }

      @Override
      public void left(AgentId agent) {
        presence.disconnected(agent);
      }
    };
  }

  public List<Route> routes() {
    return List.of(
        Route.forEveryone("/mcp", streamable)
            .taking(HttpMethod.POST, HttpMethod.GET, HttpMethod.DELETE),
        Route.forEveryone("/sse", events).taking(HttpMethod.GET),
        Route.forEveryone("/message/{sessionId}", events).taking(HttpMethod.POST));
  }
}
