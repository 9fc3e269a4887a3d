package dev.parley.comm.gateway;

import dev.parley.comm.CommMessage;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.UnicodeText;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Payload;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What frames say as messages, and how messages are said in frames. */
final class Speech {
  private static final String A2A = "a2a";
  private static final String CHANNEL = "channel";
  private static final String BRIDGED = "channels/inbound";

  private Speech() {}

  // ---- what comes in

  /** Null when the frame says nothing. */
  static @Nullable CommMessage heard(Frame frame, Payload payload, Rooms rooms) {
    byte[] content = payload.content();
    String from = payload.text(Key.SENDER_ID);
    if (content == null || from == null) {
      return null;
    }
    JsonNode json = JsonMapper.shared().readTree(content);
    String stream = payload.text(Key.STREAM);
    String kind = stream == null ? CHANNEL : stream;
    boolean task = kind.equals(A2A) || kind.startsWith(A2A + "/");
    UUID conversation = frame.conversationId();
    return new CommMessage(
        frame.messageId().toString(),
        from,
        topic(rooms, conversation, kind, from, json),
        new CommMessage.Place(conversation.toString(), frame.seq()),
        task ? taskType(json) : MessageType.MESSAGE,
        textOf(json, task),
        null,
        new CommMessage.Body(kind, content),
        task
            ? new CommMessage.Task(
                text(json, "correlationId"), text(json, "status"), text(json, "error"))
            : null);
  }

  private static String topic(
      Rooms rooms, UUID conversation, String stream, String from, JsonNode content) {
    if (stream.equals(BRIDGED)) {
      return "channels/%s/%s"
          .formatted(
              Rooms.segment(text(content, "channelType")),
              Rooms.segment(text(content, "channelId")));
    }
    return rooms
        .channelOf(conversation)
        .map(Rooms.Channel::topic)
        .orElseGet(() -> "agent/" + Rooms.segment(from));
  }

  /** The order of the questions matters: a result may repeat its input. */
  private static MessageType taskType(JsonNode content) {
    String status = text(content, "status");
    if (status != null) {
      return switch (status) {
        case "submitted", "working", "input-required" -> MessageType.TASK_STATUS;
        default -> MessageType.TASK_RESULT;
      };
    }
    return content.has("input") ? MessageType.TASK : MessageType.MESSAGE;
  }

  private static @Nullable String textOf(JsonNode content, boolean task) {
    if (content.isString()) {
      return carried(content.asString());
    }
    String text = text(content, "text");
    if (text == null && task) {
      text = text(content, "input");
    }
    return text == null && task ? text(content, "output") : text;
  }

  private static @Nullable String text(JsonNode object, String name) {
    JsonNode value = object.get(name);
    String text = value != null && value.isString() ? value.asString() : "";
    return text.isEmpty() ? null : carried(text);
  }

  /** Half a character can be written in JSON and not in UTF-8. */
  private static @Nullable String carried(String text) {
    return UnicodeText.unpairedSurrogate(text) < 0 ? text : null;
  }

  // ---- what goes out

  /**
   * @param channel where it goes, or null for somebody
   * @param self this bot
   */
  static CommMessage.Body said(CommMessage message, Rooms.@Nullable Channel channel, UUID self) {
    CommMessage.Body body = message.body();
    if (body != null) {
      return body;
    }
    String text = message.text() == null ? "" : message.text();
    CommMessage.Task task = message.task();
    JsonBuffer out = new JsonBuffer(text.length() + 128);
    return switch (message.type()) {
      case TASK -> {
        member(out.ascii("{"), "correlationId", correlation(message));
        member(out.ascii(","), "fromBotId", self.toString());
        yield new CommMessage.Body(A2A, named(out, "input", text, message));
      }
      case TASK_RESULT, TASK_STATUS -> {
        member(out.ascii("{"), "correlationId", correlation(message));
        String status = task == null ? null : task.status();
        member(out.ascii(","), "status", status == null ? "completed" : status);
        String error = task == null ? null : task.error();
        if (error != null) {
          member(out.ascii(","), "error", error);
        }
        yield new CommMessage.Body(A2A, named(out, "output", text, message));
      }
      case MESSAGE, MENTION, PROPOSAL, COMMAND, INFO, LOOP_CHANNEL -> {
        if (channel != null) {
          member(out.ascii("{"), "channel_id", channel.channel().toString());
        }
        String begin = channel == null ? "{" : "";
        yield new CommMessage.Body(
            channel == null ? A2A : CHANNEL, named(out.ascii(begin), "text", text, message));
      }
    };
  }

  private static String correlation(CommMessage message) {
    CommMessage.Task task = message.task();
    String id = task == null ? null : task.correlationId();
    return id == null ? message.id() : id;
  }

  private static byte[] named(JsonBuffer out, String key, String text, CommMessage message) {
    if (out.size() > 1) {
      out.ascii(",");
    }
    member(out, key, text);
    member(out.ascii(","), "senderName", message.from());
    byte[] data = message.data();
    if (data != null) {
      out.ascii(",\"payload\":").raw(data);
    }
    return out.ascii("}").toBytes();
  }

  private static void member(JsonBuffer out, String key, String value) {
    out.ascii("\"").ascii(key).ascii("\":").string(value);
  }
}
