package dev.parley.hub;

import dev.parley.agents.context.Contexts;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.context.Pins;
import dev.parley.agents.definitions.DefinitionFolder;
import dev.parley.agents.definitions.Definitions;
import dev.parley.agents.logs.Logs;
import dev.parley.agents.memory.KnownMemories;
import dev.parley.agents.memory.Memories;
import dev.parley.agents.talks.Talks;
import dev.parley.agents.tasks.KnownTasks;
import dev.parley.agents.tasks.Tasks;
import dev.parley.agents.tools.ByHand;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.turns.Turns;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.MessageLimit;
import dev.parley.doors.http.Brake;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.HttpDoor;
import dev.parley.doors.http.Newcomers;
import dev.parley.doors.http.Route;
import dev.parley.doors.http.SignedRequests;
import dev.parley.doors.rest.AgentRooms;
import dev.parley.doors.ws.json.JsonDialects;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.identity.authority.Identity;
import java.util.Deque;
import java.util.List;

/** Opens rooms in the order in which they need each other, and the door to all of them. */
final class Rooms {
  private Rooms() {}

  static AgentRooms open(
      Deque<AutoCloseable> parts,
      HubConfig config,
      Broker broker,
      Turns turns,
      Instructions instructions,
      Pins pins,
      AgentTools tools,
      HarnessBrains harnesses) {
    Definitions definitions = opened(parts, Definitions.open(broker, turns, instructions));
    tools.servers().definedBy(definitions::servers);
    harnesses.definedBy(definitions::servers);
    opened(
        parts,
        DefinitionFolder.watch(
            config.data().resolve(DataDirectory.AGENTS),
            definitions,
            System.getenv(),
            broker.time()));
    return new AgentRooms(
        definitions,
        tools.schedules(),
        tools.memories(),
        pins,
        new Logs(broker, turns),
        WakeRoom.open(parts, config, broker, turns));
  }

  /** What brains are shown. */
  static Contexts contexts(
      Broker broker, Instructions instructions, Pins pins, Memories memories, Tasks tasks) {
    return new Contexts(
        broker, instructions, pins, List.of(new KnownMemories(memories), new KnownTasks(tasks)));
  }

  /** Lets people talk with their agents, use their tools and read their logs. */
  static void talking(
      JsonDialects json,
      HubConfig config,
      Broker broker,
      Turns turns,
      Toolbox tools,
      AgentRooms rooms) {
    MessageLimit limit = new MessageLimit(config.limits().payloadBytesMax());
    JsonDialects _ =
        json.with(new Talks(broker, turns, limit), new ByHand(broker, tools), rooms.logs());
  }

  /**
   * What every request goes through, from outside: it waits until this hub knows its token, shows
   * its signature, and waits a moment when its sender was refused again and again.
   */
  static HttpDoor openDoor(
      DoorConfig config, List<Route> routes, Callers callers, Identity identity, Broker broker) {
    List<Route> braking = Brake.before(routes, callers);
    List<Route> signed =
        SignedRequests.before(
            braking, identity.signatures(), identity.keys(), config.ports().hostNames());
    return HttpDoor.start(config, Newcomers.before(signed, callers, broker));
  }

  private static <T extends AutoCloseable> T opened(Deque<AutoCloseable> parts, T part) {
    parts.push(part);
    return part;
  }
}
