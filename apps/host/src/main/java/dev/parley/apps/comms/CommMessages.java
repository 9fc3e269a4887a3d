package dev.parley.apps.comms;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.comm.CommMessage;
import dev.parley.core.message.MessageType;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages of comm apps as plugins have them, and back. What is said to an agent rather than about
 * a topic is the topic {@code to/agent}.
 */
final class CommMessages {
  private static final String DIRECT = "to/";
  private static final int ID_MAX = 96;
  private static final int TOPIC_MAX = 200;
  private static final int METADATA_MAX = 64;
  private static final Set<MessageType> TYPES =
      EnumSet.of(
          MessageType.MESSAGE,
          MessageType.MENTION,
          MessageType.COMMAND,
          MessageType.INFO,
          MessageType.TASK);
  private static final JsonMapper JSON = new JsonMapper();

  private CommMessages() {}

  static CommMessage read(dev.parley.apps.proto.CommMessage message) {
    String conversation = message.getConversationId();
    ObjectNode data = JSON.createObjectNode();
    message
        .getMetadataMap()
        .forEach(
            (key, value) -> {
              if (data.size() < METADATA_MAX) {
                data.put(key, value);
              }
            });
    MessageType type = type(message.getType());
    if (!message.getType().isEmpty() && !message.getType().equals(type.wireName())) {
      data.put("type", message.getType());
    }
    if (message.getTimestamp() > 0) {
      data.put("timestamp", message.getTimestamp());
    }
    if (message.getHumanInjected()) {
      data.put("human_injected", true).put("human_id", message.getHumanId());
    }
    return new CommMessage(
        message.getId().isEmpty() ? UUID.randomUUID().toString() : fitting(message.getId(), ID_MAX),
        message.getFrom().isEmpty() ? "unknown" : message.getFrom(),
        topic(message),
        conversation.isEmpty() ? null : new CommMessage.Place(fitting(conversation, ID_MAX), 0),
        type,
        message.getContent(),
        data.isEmpty() ? null : JSON.writeValueAsBytes(data),
        null,
        null);
  }

  /** A part of a path, without wildcards. */
  private static String topic(dev.parley.apps.proto.CommMessage message) {
    String topic = message.getTopic().isEmpty() ? DIRECT + message.getFrom() : message.getTopic();
    String plain = topic.replaceAll("[*\\p{Cc}\\p{Cs}]", "_").replaceAll("/{2,}", "/");
    String bare = plain.replaceAll("^/|/$", "");
    return bare.isEmpty() ? "general" : fitting(bare, TOPIC_MAX);
  }

  private static String fitting(String text, int max) {
    return text.length() <= max ? text : UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).toString();
  }

  /** Those that need no record of the hub's; what else it was called is among the data. */
  private static MessageType type(String name) {
    return TYPES.stream()
        .filter(each -> each.wireName().equals(name))
        .findFirst()
        .orElse(MessageType.MESSAGE);
  }

  static dev.parley.apps.proto.CommMessage write(CommMessage message, long millis) {
    dev.parley.apps.proto.CommMessage.Builder out =
        dev.parley.apps.proto.CommMessage.newBuilder()
            .setId(message.id())
            .setFrom(message.from())
            .setType(message.type().wireName())
            .setContent(message.text() == null ? "" : message.text())
            .setTimestamp(millis / 1_000);
    if (message.topic().startsWith(DIRECT)) {
      out.setTo(message.topic().substring(DIRECT.length()));
    } else {
      out.setTopic(message.topic());
    }
    CommMessage.Place place = message.place();
    if (place != null) {
      out.setConversationId(place.conversation());
    }
    CommMessage.Task task = message.task();
    if (task != null) {
      put(out, "correlation_id", task.correlationId());
      put(out, "task_status", task.status());
      put(out, "error", task.error());
    }
    putAll(out, message.data());
    return out.build();
  }

  private static void put(
      dev.parley.apps.proto.CommMessage.Builder out, String key, @Nullable String value) {
    if (value != null) {
      out.putMetadata(key, value);
    }
  }

  private static void putAll(
      dev.parley.apps.proto.CommMessage.Builder out, byte @Nullable [] data) {
    if (data == null) {
      return;
    }
    try {
      for (var member : JSON.readTree(data).properties()) {
        JsonNode value = member.getValue();
        if (out.getMetadataCount() < METADATA_MAX) {
          out.putMetadata(member.getKey(), value.isString() ? value.asString() : value.toString());
        }
      }
    } catch (JacksonException e) {
      // No JSON has nothing to be told.
    }
  }
}
