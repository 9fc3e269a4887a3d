package dev.parley.core.message;

import java.util.EnumMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a whole message back from its written form. What was accepted once is not checked again:
 * members that are carried, or that it does not know, come back as the bytes they were.
 */
final class MessageParser {
  private static final JsonFactory JSON = new JsonFactory();

  private final byte[] json;
  private final Map<EnvelopeField, Object> values = new EnumMap<>(EnvelopeField.class);
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
    return Message.of(number, values, extras.size() == 0 ? null : extras.toBytes());
  }

  private void read(String name, JsonParser parser) {
    EnvelopeField field = EnvelopeField.named(name);
    if (field == null
        || field.isCarried()
        || field.author() == EnvelopeField.Author.REQUEST) { // never written by the hub
      extras.ascii(extras.size() == 0 ? "" : ",").string(name).ascii(":");
      extras.raw(RawJson.slice(parser, json));
      return;
    }
    values.put(
        field,
        switch (field.kind()) {
          case TEXT, NAME, ID, MESSAGE_ID, PATH, ONE_OF -> field.decoded(parser.getString());
          case NUMBER -> parser.getLongValue();
          case FLAG -> parser.getBooleanValue();
          case OBJECT, LIST, ANYTHING -> RawJson.slice(parser, json);
        });
  }
}
