package dev.parley.doors.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.Origin;
import dev.parley.core.message.RawJson;
import dev.parley.loops.BotIds;
import dev.parley.loops.model.Conversation;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * What was said in a conversation, as clients of the gateway know it: live and in histories, and
 * whatever door it came through.
 *
 * @param senderId a bot's UUID, or the name of the hub itself
 * @param content JSON, as its sender wrote it
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record Utterance(String senderId, String stream, byte[] content) {
  /** As deep as a client of the gateway may write. */
  private static final int DEPTH_MAX = 60;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
          .build();

  /**
   * @param path where it was sent to, for those who would not know; null otherwise
   */
  public static Utterance of(
      Conversation conversation, Message message, @Nullable String path, BotIds botIds) {
    Draft draft = message.draft();
    String sender =
        message.origin() == Origin.SYSTEM
            ? draft.from()
            : botIds.of(new AgentId(draft.from())).toString();
    byte[] payload = draft.payload();
    Utterance ours = payload == null ? null : read(sender, payload);
    return ours != null
        ? ours
        : new Utterance(sender, streamOf(conversation), contentOf(draft, path));
  }

  /** What a client of the gateway has said; null when this is something else. */
  private static @Nullable Utterance read(String sender, byte[] payload) {
    Utterance written = GatewayPayload.read(sender, payload);
    if (written != null) {
      return written;
    }
    String stream = null;
    byte[] content = null;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), payload)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        if (name.equals("stream") && token == JsonToken.VALUE_STRING) {
          stream = parser.getString();
        } else if (name.equals("content")) {
          content = RawJson.slice(parser, payload);
        } else {
          parser.skipChildren();
        }
      }
    } catch (JacksonException e) {
      return null;
    }
    return stream == null || stream.isEmpty() || content == null
        ? null
        : new Utterance(sender, stream, content);
  }

  /** What a message is labelled that does not say it: one of another door. */
  public static String streamOf(Conversation conversation) {
    return switch (conversation) {
      case Conversation.OfChannel _ -> "channel";
      case Conversation.Dm _ -> "dm";
      case Conversation.Stream named -> named.name();
    };
  }

  /** What those who know only {@code content.text} find in a message of another door. */
  private static byte[] contentOf(Draft draft, @Nullable String path) {
    String text = draft.content();
    JsonBuffer out = new JsonBuffer(128).ascii("{\"text\":").string(text == null ? "" : text);
    if (path != null) {
      out.ascii(",\"path\":").string(path);
    }
    byte[] payload = draft.payload();
    if (payload != null && payload.length > 2) {
      out.ascii(",\"payload\":").raw(payload);
    }
    return out.ascii("}").toBytes();
  }
}
