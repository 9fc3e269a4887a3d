package dev.parley.hub.doors;

import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.TestAgent;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** {@code /ws}, with frames written by hand. */
final class WebSocketTestDoor extends HubDoor {
  static final String NAME = "WebSocket";
  static final Map<Ability, String> LACKS =
      Map.of(Ability.BLOBS, "Frames are for messages: files go over REST.");

  WebSocketTestDoor(HubUnderTest hub) {
    super(NAME, LACKS, hub);
  }

  @Override
  public DoorClient owner() {
    FrameSocket socket = connect(hub().ownerSocket());
    socket.ask("auth", Map.of("token", hub().ownerToken()));
    return new FrameCalls(socket);
  }

  @Override
  DoorClient enter(TestAgent agent) {
    return stranger(agent.id(), agent.token());
  }

  @Override
  public DoorClient stranger(String agentId, String token) {
    FrameSocket socket = connect(hub().agentSocket());
    if (token != null) {
      socket.ask("auth", Map.of("agentId", agentId, "token", token));
    }
    return new FrameCalls(socket);
  }

  @Override
  public String garbage(TestAgent agent) {
    FrameSocket socket = connect(hub().agentSocket());
    socket.ask("auth", Map.of("agentId", agent.id(), "token", agent.token()));
    try {
      socket.exchange("{\"type\":\"msg.send\",");
      return "";
    } catch (DoorRefusal e) {
      return e.code();
    }
  }

  private FrameSocket connect(URI address) {
    return kept(new FrameSocket(http(), address));
  }

  @Override
  public void requireMissing(Ability ability) {
    FrameSocket socket = connect(hub().ownerSocket());
    socket.ask("auth", Map.of("token", hub().ownerToken()));
    for (String type : List.of("blob.put", "blob.get")) {
      try {
        socket.ask(type, Map.of());
      } catch (DoorRefusal e) {
        if (e.code().equals("unknown_type")) {
          continue;
        }
      }
      throw new AssertionError("there is a request '" + type + "'");
    }
  }
}
