package dev.parley.client.message;

import dev.parley.client.json.JsonObject;

/** A request's answer. */
public record Reply(String messageId, ReceivedMessage reply, JsonObject json) {

  public static Reply of(JsonObject answer) {
    return new Reply(
        answer.text("messageId", ""), new ReceivedMessage(answer.objectOrEmpty("reply")), answer);
  }
}
