package dev.parley.apps.channels;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import dev.parley.apps.proto.Attachment;
import dev.parley.apps.proto.ChannelSendRequest;
import dev.parley.apps.proto.InboundMessage;
import dev.parley.apps.proto.MessageAction;
import dev.parley.comm.CommMessage;
import dev.parley.core.message.MessageType;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages of a channel as the hub has them, and back: the words are the content, and everything
 * else of the envelope is in the payload, by its names there; bytes in base64.
 */
final class Envelopes {
  private static final int ID_MAX = 96;
  private static final int LIST_MAX = 50;
  private static final JsonMapper JSON = new JsonMapper();

  private Envelopes() {}

  /**
   * @param topic the place, as the rest of the path
   * @param replyTo the hub's id of what it answers, or null
   */
  static CommMessage read(InboundMessage message, String topic, @Nullable String replyTo) {
    String id = message.getMessageId();
    return new CommMessage(
        id.isEmpty()
            ? UUID.randomUUID().toString() // one without an id cannot come twice
            : id.length() > ID_MAX ? UUID.nameUUIDFromBytes(id.getBytes(UTF_8)).toString() : id,
        from(message),
        topic,
        new CommMessage.Place(topic.length() > ID_MAX ? hash(topic) : topic, 0),
        MessageType.MESSAGE,
        message.getText(),
        JSON.writeValueAsBytes(envelope(message)),
        null,
        null,
        replyTo);
  }

  private static String hash(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).toString();
  }

  private static String from(InboundMessage message) {
    String name = message.getSender().getName();
    return !name.isEmpty() ? name : message.getUserId().isEmpty() ? "unknown" : message.getUserId();
  }

  private static ObjectNode envelope(InboundMessage message) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("message_id", message.getMessageId())
            .put("channel_id", message.getChannelId());
    if (!message.getUserId().isEmpty()) {
      json.put("user_id", message.getUserId());
    }
    if (message.hasSender()) {
      json.putObject("sender")
          .put("name", message.getSender().getName())
          .put("role", message.getSender().getRole())
          .put("bot_id", message.getSender().getBotId());
    }
    for (Attachment each : message.getAttachmentsList()) {
      json.withArray("attachments")
          .addObject()
          .put("type", each.getType())
          .put("url", each.getUrl())
          .put("filename", each.getFilename())
          .put("size", each.getSize());
    }
    if (!message.getReplyTo().isEmpty()) {
      json.put("reply_to", message.getReplyTo());
    }
    for (MessageAction each : message.getActionsList()) {
      json.withArray("actions")
          .addObject()
          .put("label", each.getLabel())
          .put("callback_id", each.getCallbackId());
    }
    if (!message.getPlatformData().isEmpty()) {
      json.put(
          "platform_data",
          Base64.getEncoder().encodeToString(message.getPlatformData().toByteArray()));
    }
    if (!message.getMetadata().isEmpty()) {
      json.put("metadata", message.getMetadata());
    }
    if (!message.getTimestamp().isEmpty()) {
      json.put("timestamp", message.getTimestamp());
    }
    return json;
  }

  /** With what a payload says beside the words; what is no envelope is left out. */
  static ChannelSendRequest.Builder write(CommMessage message) {
    ChannelSendRequest.Builder request =
        ChannelSendRequest.newBuilder()
            .setMessageId(message.id())
            .setText(message.text() == null ? "" : message.text());
    byte[] data = message.data();
    if (data == null) {
      return request;
    }
    try {
      JsonNode json = JSON.readTree(data);
      int attachments = Math.min(LIST_MAX, json.path("attachments").size());
      for (int i = 0; i < attachments; i++) {
        JsonNode each = json.path("attachments").path(i);
        request.addAttachments(
            Attachment.newBuilder()
                .setType(each.path("type").asString(""))
                .setUrl(each.path("url").asString(""))
                .setFilename(each.path("filename").asString(""))
                .setSize(each.path("size").asLong(0)));
      }
      int actions = Math.min(LIST_MAX, json.path("actions").size());
      for (int i = 0; i < actions; i++) {
        JsonNode each = json.path("actions").path(i);
        request.addActions(
            MessageAction.newBuilder()
                .setLabel(each.path("label").asString(""))
                .setCallbackId(each.path("callback_id").asString("")));
      }
      request.setReplyTo(json.path("reply_to").asString(""));
      String platformData = json.path("platform_data").asString("");
      return request.setPlatformData(ByteString.copyFrom(Base64.getDecoder().decode(platformData)));
    } catch (JacksonException | IllegalArgumentException e) {
      return request;
    }
  }
}
