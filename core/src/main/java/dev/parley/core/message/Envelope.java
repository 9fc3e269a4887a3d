package dev.parley.core.message;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The parts of a stored envelope that the core itself looks at, read back from its JSON. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Envelope(
    MessageId id,
    String from,
    String path,
    String type,
    byte @Nullable [] payload,
    @Nullable MessageId replyTo,
    @Nullable String correlationId,
    @Nullable String conversationId,
    @Nullable String threadId,
    int hops) {

  private static final JsonFactory JSON = new JsonFactory();

  public static Envelope parse(byte[] json) {
    MessageId id = new MessageId(0, 0);
    String from = "";
    String path = "";
    String type = MessageType.MESSAGE.wireName();
    byte[] payload = null;
    MessageId replyTo = null;
    String correlationId = null;
    String conversationId = null;
    String threadId = null;
    int hops = 0;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (EnvelopeField.named(name)) {
          case ID -> id = MessageId.parse(parser.getString());
          case FROM -> from = parser.getString();
          case PATH -> path = parser.getString();
          case TYPE -> type = parser.getString();
          case REPLY_TO -> replyTo = MessageId.parse(parser.getString());
          case CORRELATION_ID -> correlationId = parser.getString();
          case CONVERSATION_ID -> conversationId = parser.getString();
          case THREAD_ID -> threadId = parser.getString();
          case HOPS -> hops = parser.getIntValue();
          case PAYLOAD -> payload = RawJson.slice(parser, json);
          case null, default -> parser.skipChildren();
        }
      }
    }
    return new Envelope(
        id, from, path, type, payload, replyTo, correlationId, conversationId, threadId, hops);
  }

  /**
   * What its thread is called: that of the message it replies to, or else the conversation it
   * names.
   */
  public String threadKey() {
    if (threadId != null) {
      return threadId;
    }
    return conversationId != null ? conversationId : id.toString();
  }

  /** Does it belong to nothing but what may be said in reply to it? */
  public boolean startsThread() {
    return conversationId == null && threadId == null;
  }
}
