package dev.parley.hub.doors;

import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.TestAgent;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** {@code /api}, over plain HTTP. */
final class RestTestDoor extends HubDoor {
  static final String NAME = "REST";
  static final Map<Ability, String> LACKS = new EnumMap<>(Ability.class);

  static {
    LACKS.put(
        Ability.REPLY, "A reply is an ordinary message: its sender names 'to' and 'replyTo'.");
    LACKS.put(
        Ability.REQUEST, "No request is held open for a reply: it comes as an event, or is read.");
    LACKS.put(Ability.CLEAR, "Nothing is deleted from an inbox over REST.");
    LACKS.put(Ability.SESSION_INBOX, "Sessions are made and deleted, but not read, over REST.");
    LACKS.put(Ability.TALLY, "How a proposal stands is asked over /ws.");
  }

  RestTestDoor(HubUnderTest hub) {
    super(NAME, LACKS, hub);
  }

  @Override
  public DoorClient owner() {
    return new RestCalls(http(), hub().port(), hub().ownerToken());
  }

  @Override
  DoorClient enter(TestAgent agent) {
    return stranger(agent.id(), agent.token());
  }

  @Override
  public DoorClient stranger(String agentId, String token) {
    return new RestCalls(http(), hub().port(), token);
  }

  @Override
  public String garbage(TestAgent agent) {
    try {
      new RestCalls(http(), hub().port(), agent.token()).text("POST", "/api/messages", "{\"to\":");
      return "";
    } catch (DoorRefusal e) {
      return e.code();
    }
  }

  /** The description that the hub publishes names every operation there is. */
  @Override
  public void requireMissing(Ability ability) {
    JsonNode paths =
        new RestCalls(http(), hub().port(), hub().ownerToken())
            .json("GET", "/api/openapi.json", null)
            .path("paths");
    String trace =
        switch (ability) {
          case REPLY -> "reply";
          case REQUEST -> "request";
          case CLEAR -> "inbox/clear";
          case SESSION_INBOX -> "{sessionId}/inbox";
          case TALLY -> "tally";
          default -> throw new AssertionError("how would one see that " + ability + " is missing?");
        };
    for (String path : paths.propertyNames()) {
      if (path.contains(trace)) {
        throw new AssertionError("there is " + path);
      }
    }
  }
}
