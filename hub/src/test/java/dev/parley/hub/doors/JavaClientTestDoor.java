package dev.parley.hub.doors;

import dev.parley.client.ClientOptions;
import dev.parley.client.DeadLetters;
import dev.parley.client.Mailbox;
import dev.parley.client.Messages;
import dev.parley.client.ParleyClient;
import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.TestAgent;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;

/** The shipped Java client, which speaks to {@code /ws}. */
final class JavaClientTestDoor extends HubDoor {
  static final String NAME = "Java client";
  static final Map<Ability, String> LACKS =
      Map.of(
          Ability.ACK, "It acknowledges by itself what a handler has dealt with.",
          Ability.BLOBS, "It speaks to /ws, and files go over REST.",
          Ability.BAD_JSON, "It writes the frames itself, so that they are JSON.");

  JavaClientTestDoor(HubUnderTest hub) {
    super(NAME, LACKS, hub);
  }

  @Override
  public DoorClient owner() {
    return new JavaClientCalls(hub().house());
  }

  @Override
  DoorClient enter(TestAgent agent) {
    return stranger(agent.id(), agent.token());
  }

  @Override
  public DoorClient stranger(String agentId, String token) {
    return new JavaClientCalls(
        JavaClientCalls.told(
            () ->
                kept(
                    ParleyClient.connect(
                        ClientOptions.agent(
                            agentId, token == null ? "" : token, hub().agentSocket())))));
  }

  @Override
  public String garbage(TestAgent agent) {
    throw new dev.parley.testkit.door.Cannot(Ability.BAD_JSON);
  }

  @Override
  public void requireMissing(Ability ability) {
    String trace =
        switch (ability) {
          case ACK -> "ack";
          case BLOBS -> "blob";
          case BAD_JSON -> "raw";
          default -> throw new AssertionError("how would one see that " + ability + " is missing?");
        };
    for (Class<?> type :
        new Class<?>[] {ParleyClient.class, Mailbox.class, Messages.class, DeadLetters.class}) {
      for (Method method : type.getMethods()) {
        if (method.getName().toLowerCase(Locale.ROOT).contains(trace)) {
          throw new AssertionError("there is " + method);
        }
      }
    }
  }
}
