package dev.parley.hub.transfer;

import static dev.parley.core.message.EnvelopeField.CONTENT;
import static dev.parley.core.message.EnvelopeField.CONVERSATION_ID;
import static dev.parley.core.message.EnvelopeField.FROM;
import static dev.parley.core.message.EnvelopeField.ID;
import static dev.parley.core.message.EnvelopeField.METADATA;
import static dev.parley.core.message.EnvelopeField.PATH;
import static dev.parley.core.message.EnvelopeField.PRIORITY;
import static dev.parley.core.message.EnvelopeField.REPLY_TO;
import static dev.parley.core.message.EnvelopeField.TIMESTAMP;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.doors.files.FileIds;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a line of some other form into one the hub takes. */
@FunctionalInterface
public interface LineConverter {

  /**
   * @throws IllegalArgumentException saying what is wrong with it
   */
  byte[] convert(byte[] line);

  /** The recipient of a crowd's message to all of its session. */
  String BROADCAST = "broadcast";

  /** Lines that are as they should be; the hub checks them. */
  LineConverter NONE = line -> line;

  /** A delivery log of the path broker; the message is an envelope already, less its recipient. */
  static LineConverter delivered(String agent, @Nullable String session) {
    return line -> {
      JsonObject message = JsonObject.parse(line);
      JsonWriter recipient = new JsonWriter().put("agentId", agent).put("sessionId", session);
      recipient.put("state", message.text("status", "pending"));
      if (session == null && message.flag("handled")) {
        recipient.put("handled", true).put("handledBy", message.value("handledBy"));
      }
      return envelope(message, agent).put("recipients", List.of(recipient.toObject())).toBytes();
    };
  }

  /** Its log of what nobody had subscribed to. */
  static LineConverter unmatched() {
    return line ->
        envelope(JsonObject.parse(line), "unmatched")
            .put("recipients", List.of())
            .put("deadLetter", true)
            .toBytes();
  }

  private static JsonWriter envelope(JsonObject message, String namespace) {
    // Who stands behind a message is for this hub to say.
    JsonObject rest =
        message.without(
            "id", "status", "handled", "handledBy", "recipients", "deadLetter", "origin");
    JsonWriter out = new JsonWriter().put(ID.wireName(), id(message, namespace));
    rest.names().forEach(name -> out.put(name, rest.value(name)));
    return out;
  }

  /**
   * A session's log; the session becomes the conversation.
   *
   * @param participants whom a broadcast reached
   */
  static LineConverter crowd(String sessionId, Set<String> participants) {
    return line -> {
      JsonObject message = JsonObject.parse(line);
      String from = required(message, "from");
      String to = required(message, "to");
      boolean everybody = to.equals(BROADCAST);
      String state = message.flag("read") ? "read" : "pending";
      List<String> readers =
          everybody
              ? participants.stream().filter(name -> !name.equals(from)).toList()
              : List.of(to);
      return new JsonWriter()
          .put(ID.wireName(), id(message, "crowd/" + sessionId))
          .put(FROM.wireName(), from)
          .put(PATH.wireName(), everybody ? "agent/**" : "agent/" + to)
          .put(CONTENT.wireName(), message.text("content"))
          .put(TIMESTAMP.wireName(), moment(message))
          .put(PRIORITY.wireName(), priority(message))
          .put(CONVERSATION_ID.wireName(), "crowd-" + sessionId)
          .put("recipients", readers.stream().map(reader -> recipient(reader, state)).toList())
          .toBytes();
    };
  }

  /**
   * A file of a bot's mailbox.
   *
   * @param reader whose inbox it waits in, or null when it was found in an outbox: then it was read
   */
  static LineConverter bot(@Nullable String reader) {
    return line -> {
      JsonObject message = JsonObject.parse(line);
      String from = required(message, "from");
      String to = required(message, "to");
      String replyTo = message.text("replyTo");
      return new JsonWriter()
          .put(ID.wireName(), id(message, from))
          .put(FROM.wireName(), from)
          .put(PATH.wireName(), "agent/" + to)
          .put(CONTENT.wireName(), message.text("content"))
          .put(TIMESTAMP.wireName(), moment(message))
          .put(PRIORITY.wireName(), priority(message))
          .put(REPLY_TO.wireName(), replyTo == null ? null : FileIds.ofOwn(to, replyTo).toString())
          .put(METADATA.wireName(), message.value("metadata"))
          .put(
              "recipients",
              List.of(recipient(reader == null ? to : reader, reader == null ? "read" : "pending")))
          .toBytes();
    };
  }

  private static Map<String, String> recipient(String agent, String state) {
    return Map.of("agentId", agent, "state", state);
  }

  /** Ids that are no UUIDs become some that are always the same. */
  private static String id(JsonObject message, String namespace) {
    return FileIds.ofOwn(namespace, required(message, "id")).toString();
  }

  private static @Nullable String priority(JsonObject message) {
    String priority = message.text("priority");
    return Objects.equals(priority, PRIORITY.byDefault()) ? null : priority;
  }

  private static long moment(JsonObject message) {
    String text = message.text("timestamp");
    if (text == null) {
      long millis = message.number("timestamp", -1);
      if (millis < 0) {
        throw new IllegalArgumentException("it has no 'timestamp'");
      }
      return millis;
    }
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'timestamp' is no time such as 2026-02-16T13:58:00Z", e);
    }
  }

  private static String required(JsonObject message, String name) {
    String text = message.text(name);
    if (text == null || text.isEmpty()) {
      throw new IllegalArgumentException("it has no '" + name + "'");
    }
    return text;
  }
}
