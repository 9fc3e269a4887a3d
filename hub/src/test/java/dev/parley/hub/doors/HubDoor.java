package dev.parley.hub.doors;

import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.TestAgent;
import dev.parley.testkit.door.TestDoor;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the drivers share: the hub, the house, and clients that are closed with them. */
abstract class HubDoor implements TestDoor {
  private final String name;
  private final Map<Ability, String> lacks;
  private final HubUnderTest hub;
  private final DoorClient house;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<TestAgent, DoorClient> agents = new HashMap<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  HubDoor(String name, Map<Ability, String> lacks, HubUnderTest hub) {
    this.name = name;
    this.lacks = lacks;
    this.hub = hub;
    this.house = new JavaClientCalls(hub.house());
  }

  final HubUnderTest hub() {
    return hub;
  }

  final HttpClient http() {
    return http;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Map<Ability, String> lacks() {
    return lacks;
  }

  @Override
  public final DoorClient house() {
    return house;
  }

  @Override
  public final DoorClient agent(TestAgent agent) {
    return agents.computeIfAbsent(agent, this::enter);
  }

  @Override
  public final void rule(String effect, String subject, String action, String path) {
    new RestCalls(http, hub.port(), hub.ownerToken()).rule(effect, subject, action, path);
  }

  @Override
  public final TestAgent person(String agentId) {
    return new RestCalls(http, hub.port(), hub.ownerToken()).register(agentId);
  }

  @Override
  public final TestAgent agentOf(TestAgent person, String agentId) {
    return new RestCalls(http, hub.port(), person.token()).createAgent(agentId);
  }

  /** On the agents' port, where they are. */
  @Override
  public final String stored(TestAgent by, byte[] bytes, String contentType) {
    return new RestCalls(http, hub.agentPort(), by.token()).upload(bytes, contentType);
  }

  @Override
  public final byte @Nullable [] fetched(TestAgent by, String sha256) {
    try {
      return new RestCalls(http, hub.agentPort(), by.token()).download(sha256);
    } catch (DoorRefusal e) {
      if (e.code().equals("not_found")) {
        return null;
      }
      throw e;
    }
  }

  /** Comes in as an agent for the first time. */
  abstract DoorClient enter(TestAgent agent);

  /** Closes this with the door. */
  final <C extends AutoCloseable> C kept(C client) {
    open.add(client);
    return client;
  }

  @Override
  public final void close() {
    for (AutoCloseable client : open.reversed()) {
      try {
        client.close();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
    http.shutdownNow();
    hub.close();
  }
}
