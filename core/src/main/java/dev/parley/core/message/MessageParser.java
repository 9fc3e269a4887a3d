package dev.parley.core.message;

import dev.parley.core.address.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads a whole message back from its written form; members it does not know are carried on. */
final class MessageParser {
  private static final JsonFactory JSON = new JsonFactory();

  private final byte[] json;
  private MessageId id = new MessageId(0, 0);
  private String from = "";
  private String path = "";
  private String command = Draft.DEFAULT_COMMAND;
  private MessageType type = MessageType.MESSAGE;
  private Priority priority = Priority.NORMAL;
  private Origin origin = Origin.SYSTEM;
  private byte @Nullable [] payload;
  private @Nullable String content;
  private String source = Draft.INTERNAL;
  private @Nullable String externalId;
  private @Nullable MessageId replyTo;
  private @Nullable MessageId cause;
  private @Nullable String correlationId;
  private @Nullable String conversationId;
  private @Nullable String topic;
  private @Nullable String threadId;
  private long timestamp;
  private long expiresAt;
  private int hops;
  private boolean humanInjected;
  private final JsonBuffer extras = new JsonBuffer(64);

  MessageParser(byte[] json) {
    this.json = json;
  }

  Message parse(long number) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        read(name, parser);
      }
    }
    Draft draft =
        Draft.from(from)
            .to(Path.parse(path))
            .command(command)
            .type(type)
            .priority(priority)
            .payload(payload)
            .content(content)
            .source(source)
            .externalId(externalId)
            .replyTo(replyTo)
            .correlationId(correlationId)
            .conversationId(conversationId)
            .topic(topic)
            .cause(cause)
            .expiresAt(expiresAt)
            .humanInjected(humanInjected)
            .extras(extras.size() == 0 ? null : extras.toBytes())
            .build();
    return new Message(id, number, draft, timestamp, expiresAt, origin, hops, threadId);
  }

  private void read(String name, JsonParser parser) {
    switch (name) {
      case "id" -> id = MessageId.parse(parser.getString());
      case "from" -> from = parser.getString();
      case "path" -> path = parser.getString();
      case "command" -> command = parser.getString();
      case "type" -> type = MessageType.valueOf(constant(parser));
      case "payload" -> payload = Envelope.slice(parser, json);
      case "content" -> content = parser.getString();
      case "priority" -> priority = Priority.valueOf(constant(parser));
      case "timestamp" -> timestamp = parser.getLongValue();
      case "source" -> source = parser.getString();
      case "externalId" -> externalId = parser.getString();
      case "replyTo" -> replyTo = MessageId.parse(parser.getString());
      case "correlationId" -> correlationId = parser.getString();
      case "conversationId" -> conversationId = parser.getString();
      case "topic" -> topic = parser.getString();
      case "expiresAt" -> expiresAt = parser.getLongValue();
      case "origin" -> origin = Origin.valueOf(constant(parser));
      case "cause" -> cause = MessageId.parse(parser.getString());
      case "hops" -> hops = parser.getIntValue();
      case "threadId" -> threadId = parser.getString();
      case "humanInjected" -> humanInjected = parser.getBooleanValue();
      default -> {
        extras.ascii(extras.size() == 0 ? "" : ",").string(name).ascii(":");
        extras.raw(Envelope.slice(parser, json));
      }
    }
  }

  private static String constant(JsonParser parser) {
    return parser.getString().toUpperCase(Locale.ROOT);
  }
}
