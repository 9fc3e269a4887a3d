package dev.parley.hub.doors;

import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.message.MessageId;
import dev.parley.loops.model.ConversationIds;
import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.Cannot;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.Letter;
import dev.parley.testkit.door.Seen;
import dev.parley.testkit.door.SeenAgent;
import dev.parley.testkit.door.Sent;
import dev.parley.wire.gateway.FrameType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A client of the gateway. The hub answers no message, so the house is asked what became of it:
 * what is not there, when everything said before is, has been dropped.
 */
final class GatewayCalls implements DoorClient {
  private final GatewayTestDoor door;
  private final String self;
  private final String token;
  private final boolean isOwner;
  private GatewaySocket socket;

  /**
   * @param token null for none
   * @param isOwner whether it comes without a bot's id
   */
  GatewayCalls(GatewayTestDoor door, String self, String token, boolean isOwner) {
    this.door = door;
    this.self = self;
    this.token = token;
    this.isOwner = isOwner;
  }

  private GatewaySocket socket() {
    if (socket == null || socket.isClosed()) {
      Map<String, String> connect = new LinkedHashMap<>();
      if (!isOwner) {
        connect.put("botId", botId(self).toString());
      }
      if (token != null) {
        connect.put("token", token);
      }
      socket = door.connect(botId(self), connect);
    }
    return socket;
  }

  /** The same client as another bot, if its token is good for that. */
  private GatewayCalls as(String agentId) {
    return agentId.equals(self) && !isOwner ? this : new GatewayCalls(door, agentId, token, false);
  }

  static UUID botId(String agentId) {
    return ConversationIds.bot(new AgentId(agentId));
  }

  @Override
  public Sent send(Letter letter) {
    letter.requireOnly(Set.of("content", "from", "id"));
    if (letter.fields().get("from") instanceof String from && !from.equals(self)) {
      return as(from).send(letter);
    }
    String recipient =
        switch (letter.target()) {
          case Letter.To(String path) when path.contains("/") -> throw new Cannot(Ability.PATHS);
          case Letter.To(String id) when id.equals(self) -> throw new Cannot(Ability.SELF);
          case Letter.To(String id) -> id;
          case Letter.ToSeveral _ -> throw new Cannot(Ability.SEVERAL);
          case Letter.ToPath _, Letter.ToEveryone _ -> throw new Cannot(Ability.PATHS);
          case Letter.ToNobody _ -> "";
        };
    Object given = letter.fields().get("id");
    String id = given == null ? UUID.randomUUID().toString() : given.toString();
    Object content = letter.fields().get("content");
    door.requireOneConversation(id, self, recipient);
    say(id, target(recipient), Map.of("text", content));
    if (!isStored(recipient, id, content)) {
      throw new DoorRefusal("", "dropped without a word");
    }
    return new Sent(id, null);
  }

  /** Says something and returns when all of it is on disk that ever will be. */
  private void say(String id, String conversation, Map<String, ?> content) {
    say(id, conversation, content, Map.of());
  }

  /**
   * The same with members that no client writes.
   *
   * @param more beside those of the protocol
   */
  void say(String id, String conversation, Map<String, ?> content, Map<String, ?> more) {
    GatewaySocket open = socket();
    Map<String, Object> payload = new LinkedHashMap<>(more);
    payload.put("conversationId", conversation);
    payload.put("stream", "dm");
    payload.put("content", content);
    open.say(FrameType.SEND_MESSAGE, MessageId.parse(id), Json.write(payload));
    open.awaitTurn();
    door.awaitCommit();
  }

  /** What a client writes that knows a bot and no conversation. */
  private static String target(String recipient) {
    try {
      return botId(recipient).toString();
    } catch (InvalidAddress noName) {
      return recipient;
    }
  }

  private boolean isStored(String recipient, String id, Object content) {
    return door.house().outbox(self, 100).stream()
        .anyMatch(
            seen ->
                seen.id().equals(id)
                    && seen.path().equals("agent/" + recipient)
                    && seen.content().equals(content));
  }

  @Override
  public List<Seen> receive(String agentId, int limit) {
    if (as(agentId) != this) {
      return as(agentId).receive(agentId, limit);
    }
    GatewaySocket open = socket();
    open.awaitTurn();
    // What was missed comes when the hub has read it, and is delivered when it is written.
    await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> open.isClosed() || door.house().peek(agentId, 1).isEmpty());
    open.awaitTurn();
    List<GatewaySocket.Heard> taken = new ArrayList<>();
    open.deliveries().drainTo(taken, limit);
    return taken.stream().map(this::seen).toList();
  }

  @Override
  public Telling tellMe(String agentId) {
    GatewaySocket open = socket();
    open.awaitTurn();
    return new Telling() {
      @Override
      public Seen next() {
        return seen(GatewaySocket.next(open.deliveries()));
      }

      @Override
      public void close() {}
    };
  }

  private Seen seen(GatewaySocket.Heard heard) {
    return new Seen(
        Map.of(
            "id", heard.frame().messageId().toString(),
            "from", nameOf(heard.json().path("senderId").asString()),
            "path", heard.json().path("content").path("path").asString("agent/" + self),
            "content", heard.json().path("content").path("text").asString("")));
  }

  /** The protocol knows agents by UUIDs that follow from their names. */
  private String nameOf(String senderId) {
    return door.house().agents().stream()
        .map(SeenAgent::id)
        .filter(name -> botId(name).toString().equals(senderId))
        .findFirst()
        .orElse(senderId);
  }
}
