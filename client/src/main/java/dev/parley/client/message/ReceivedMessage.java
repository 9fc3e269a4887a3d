package dev.parley.client.message;

import dev.parley.client.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message as the hub shows it. The fields most wanted have names here; {@link #json} has all. */
public record ReceivedMessage(JsonObject json) {

  public static List<ReceivedMessage> listOf(JsonObject answer) {
    return answer.objects("messages").stream().map(ReceivedMessage::new).toList();
  }

  public String id() {
    return json.text("id", "");
  }

  public String from() {
    return json.text("from", "");
  }

  public String path() {
    return json.text("path", "");
  }

  public String command() {
    return json.text("command", "message");
  }

  public String type() {
    return json.text("type", "message");
  }

  public String priority() {
    return json.text("priority", "normal");
  }

  public @Nullable String content() {
    return json.text("content");
  }

  public JsonObject payload() {
    return json.objectOrEmpty("payload");
  }

  public long timestamp() {
    return json.number("timestamp", 0);
  }

  public @Nullable String replyTo() {
    return json.text("replyTo");
  }

  public @Nullable String conversationId() {
    return json.text("conversationId");
  }

  /** Of the copy that was shown; absent on one that has no state of its own. */
  public @Nullable String status() {
    return json.text("status");
  }

  /** Why it is a dead letter. */
  public @Nullable String reason() {
    return json.text("reason");
  }
}
