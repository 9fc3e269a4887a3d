package dev.parley.doors.mcp.conformance;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Sender;
import dev.parley.core.time.SystemTime;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.Endpoint;
import dev.parley.doors.http.HttpDoor;
import dev.parley.doors.http.Route;
import dev.parley.doors.mcp.McpConfig;
import dev.parley.doors.mcp.McpDoor;
import dev.parley.identity.Token;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import dev.parley.testkit.store.MemoryStore;
import java.util.Set;

/** The real door over the fixtures, believing agent ids: the kit has no token to send. */
public final class FixtureHub implements AutoCloseable {
  private final SystemTime time = new SystemTime();
  private final MemoryStore store = new MemoryStore();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final HttpDoor http;

  public FixtureHub() {
    this("probe");
  }

  /**
   * @param agent as which everybody is let in without a token
   */
  public FixtureHub(String agent) {
    if (agent.equals(Sender.OWNER_NAME)) {
      broker.participants().createOwnersAgent("Developer").join();
    } else {
      broker.participants().createAgent(new AgentId(agent), null, null, null, null).join();
    }
    var identity = Identity.of(broker, Token.generate().hash(), RateLimits.none(), time);
    McpDoor door =
        McpDoor.serving(
            new FixtureCatalog(),
            McpConfig.of("1.0").trustingAgentIds(true),
            broker,
            identity,
            time::millis);
    http =
        HttpDoor.start(
            DoorConfig.DEFAULT.withPorts(new DoorConfig.Ports("127.0.0.1", 0, 0, Set.of(), 2)),
            door.routes().stream().map(route -> as(agent, route)).toList());
  }

  /** Not in the address: parts of the kit forget what follows its question mark. */
  private static Route as(String agent, Route route) {
    Endpoint named =
        request -> {
          request.params().set("agentId", agent);
          route.endpoint().handle(request);
        };
    return new Route(route.path(), route.methods(), route.kind(), route.forAgents(), named);
  }

  /** By name: the kit wants to see that others' names are refused. */
  public String url() {
    return "http://localhost:" + http.ownerPort() + "/mcp";
  }

  @Override
  public void close() {
    http.close();
    broker.close();
    time.close();
    store.close();
  }
}
