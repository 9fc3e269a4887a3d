package dev.parley.client.json;

import dev.parley.client.json.JsonObject.Nested;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** One pass over one level of a JSON text. */
final class JsonScan {
  static final JsonFactory JSON = new JsonFactory();

  private JsonScan() {}

  static void object(byte[] source, int from, int to, Map<String, Object> fields) {
    try (JsonParser parser =
        JSON.createParser(ObjectReadContext.empty(), source, from, to - from)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonException("not a JSON object");
      }
      for (String name = parser.nextName(); name != null; name = parser.nextName()) {
        parser.nextToken();
        Object value = value(parser, from);
        if (value != null) {
          fields.put(name, value);
        }
      }
      if (parser.nextToken() != null) {
        throw new JsonException("something follows the JSON object");
      }
    } catch (JacksonException e) {
      throw new JsonException(e.getOriginalMessage(), e);
    }
  }

  static List<Object> array(byte[] source, int from, int to) {
    List<Object> elements = new ArrayList<>();
    try (JsonParser parser =
        JSON.createParser(ObjectReadContext.empty(), source, from, to - from)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        Object value = value(parser, from);
        if (value != null) {
          elements.add(value);
        }
      }
    } catch (JacksonException e) {
      throw new JsonException(e.getOriginalMessage(), e);
    }
    return elements;
  }

  private static @Nullable Object value(JsonParser parser, int from) {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new JsonException("the JSON ends too early");
    }
    return switch (token) {
      case START_OBJECT, START_ARRAY -> {
        // The parser counts from where it was told to start, not from the start of the array.
        int start = from + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int end = from + (int) parser.currentLocation().getByteOffset();
        yield new Nested(token == JsonToken.START_ARRAY, start, end);
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }
}
