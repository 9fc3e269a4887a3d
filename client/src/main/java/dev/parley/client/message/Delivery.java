package dev.parley.client.message;

import dev.parley.client.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** A message pushed to a listener, with its place in the inbox and how often it was tried. */
public record Delivery(Inbox inbox, long cursor, int attempts, ReceivedMessage message) {

  /** Null when the frame lacks what makes it a push. */
  public static @Nullable Delivery of(JsonObject push) {
    String agentId = push.text("agentId");
    JsonObject message = push.object("message");
    if (agentId == null || message == null) {
      return null;
    }
    return new Delivery(
        new Inbox(agentId, push.text("sessionId")),
        push.number("cursor", 0),
        (int) push.number("attempts", 1),
        new ReceivedMessage(message));
  }
}
