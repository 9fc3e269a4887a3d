package dev.parley.client.message;

import dev.parley.client.json.JsonObject;
import dev.parley.core.message.EnvelopeField;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message as the hub shows it. The fields most wanted have names here; {@link #json} has all. */
public record ReceivedMessage(JsonObject json) {

  public static List<ReceivedMessage> listOf(JsonObject answer) {
    return answer.objects("messages").stream().map(ReceivedMessage::new).toList();
  }

  public String id() {
    return text(EnvelopeField.ID);
  }

  public String from() {
    return text(EnvelopeField.FROM);
  }

  public String path() {
    return text(EnvelopeField.PATH);
  }

  public String command() {
    return text(EnvelopeField.COMMAND);
  }

  public String type() {
    return text(EnvelopeField.TYPE);
  }

  public String priority() {
    return text(EnvelopeField.PRIORITY);
  }

  public @Nullable String content() {
    return json.text(EnvelopeField.CONTENT.wireName());
  }

  public JsonObject payload() {
    return json.objectOrEmpty(EnvelopeField.PAYLOAD.wireName());
  }

  public long timestamp() {
    return json.number(EnvelopeField.TIMESTAMP.wireName(), 0);
  }

  public @Nullable String replyTo() {
    return json.text(EnvelopeField.REPLY_TO.wireName());
  }

  public @Nullable String conversationId() {
    return json.text(EnvelopeField.CONVERSATION_ID.wireName());
  }

  /** Of the copy that was shown; absent on one that has no state of its own. */
  public @Nullable String status() {
    return json.text("status");
  }

  /** Why it is a dead letter. */
  public @Nullable String reason() {
    return json.text("reason");
  }

  private String text(EnvelopeField field) {
    return json.text(field.wireName(), Objects.requireNonNullElse(field.byDefault(), ""));
  }
}
