package dev.parley.doors.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.RawJson;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.json.Utterance;
import dev.parley.loops.BotIds;
import dev.parley.loops.Conversations.Numbered;
import dev.parley.loops.model.Conversation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Messages of a channel as clients of the gateway read them in histories. What was said is a text
 * that contains JSON; in it a client decodes {@code content.text}, {@code metadata.role} and {@code
 * metadata.relay}, and shows nothing at all when one of them has another type than it expects. So
 * those are brought into the type here; everything else stays as its sender wrote it.
 */
final class ChannelHistory {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String TEXT = "text";
  private static final String METADATA = "metadata";
  private static final byte[] NULL = "null".getBytes(UTF_8);

  private ChannelHistory() {}

  static void write(
      JsonBuffer out, Conversation.OfChannel channel, Numbered numbered, BotIds botIds) {
    StoredMessage stored = numbered.message();
    Message message = Message.parse(stored.number(), stored.json());
    Utterance said = Utterance.of(channel, message, null, botIds);
    new BotShapes.BothSpellings(out)
        .text("msgId", stored.id().toUuid().toString())
        .text("senderId", said.senderId())
        .text("createdAt", BotShapes.time(stored.timestamp()))
        .number("seq", numbered.seq())
        .text("stream", said.stream())
        .text("payload", payload(said))
        .end();
  }

  private static String payload(Utterance said) {
    JsonBuffer out = new JsonBuffer(said.content().length + 256);
    out.ascii("{\"senderId\":").string(said.senderId());
    out.ascii(",\"sender_id\":").string(said.senderId());
    out.ascii(",\"stream\":").string(said.stream());
    Map<String, byte[]> members = members(said.content());
    out.ascii(",\"content\":");
    content(out, said.content(), members);
    byte[] metadata = members == null ? null : members.get(METADATA);
    Map<String, byte[]> known = metadata == null ? null : members(metadata);
    if (known != null) {
      metadata(out, known);
    }
    return new String(out.ascii("}").toBytes(), UTF_8);
  }

  private static void content(
      JsonBuffer out, byte[] content, @Nullable Map<String, byte[]> members) {
    if (members == null) {
      text(out.ascii("{\"text\":"), content);
      out.ascii("}");
    } else if (members.entrySet().stream().noneMatch(ChannelHistory::isOddText)) {
      out.raw(content);
    } else {
      String before = "{";
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        out.ascii(before).string(member.getKey()).ascii(":");
        if (isOddText(member)) {
          text(out, member.getValue());
        } else {
          out.raw(member.getValue());
        }
        before = ",";
      }
      out.ascii("}");
    }
  }

  /** Clients take a key in whatever case for theirs. */
  private static boolean isOddText(Map.Entry<String, byte[]> member) {
    return member.getKey().equalsIgnoreCase(TEXT) && !isText(member.getValue());
  }

  private static boolean isText(byte[] json) {
    return json[0] == '"' || Arrays.equals(json, NULL);
  }

  /** The value itself when it is a text, otherwise its JSON as a text. */
  private static void text(JsonBuffer out, byte[] json) {
    if (json[0] == '"') {
      out.raw(json);
    } else {
      out.string(Arrays.equals(json, NULL) ? "" : new String(json, UTF_8));
    }
  }

  private static void metadata(JsonBuffer out, Map<String, byte[]> known) {
    out.ascii(",\"metadata\":{");
    byte[] relay = known.get("relay");
    byte[] role = known.get("role");
    String comma = "";
    if (relay != null && (relay[0] == 't' || relay[0] == 'f')) {
      out.ascii("\"relay\":").raw(relay);
      comma = ",";
    }
    if (role != null && role[0] == '"') {
      out.ascii(comma).ascii("\"role\":").raw(role);
    }
    out.ascii("}");
  }

  /**
   * The members of an object, the last one of a name, each as it was written; null for anything
   * else.
   *
   * @param json well-formed, as everything is that was stored
   */
  private static @Nullable Map<String, byte[]> members(byte[] json) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      Map<String, byte[]> members = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        members.put(name, RawJson.slice(parser, json));
      }
      return members;
    }
  }
}
