package dev.parley.client.json;

import dev.parley.client.json.JsonObject.Nested;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

  /** What is this deep in the object that is read is read with it: a push has its message there. */
  private static final int DEPTH_AT_ONCE = 1;

  /** As many fields as a message has find room without growing. */
  private static final int FIELDS_USUAL = 16;

  static Map<String, Object> object(byte[] source, int from, int to) {
    try (JsonParser parser =
        JSON.createParser(ObjectReadContext.empty(), source, from, to - from)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonException("not a JSON object");
      }
      Map<String, Object> fields = fields(parser, from, DEPTH_AT_ONCE);
      if (parser.nextToken() != null) {
        throw new JsonException("something follows the JSON object");
      }
      return fields;
    } catch (JacksonException e) {
      throw new JsonException(e.getOriginalMessage(), e);
    }
  }

  /** Reads up to the end of the object that the parser has just entered. */
  private static Map<String, Object> fields(JsonParser parser, int from, int depthAtOnce) {
    Map<String, Object> fields = LinkedHashMap.newLinkedHashMap(FIELDS_USUAL);
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      parser.nextToken();
      Object value = value(parser, from, depthAtOnce);
      if (value != null) {
        fields.put(name, value);
      }
    }
    return fields;
  }

  static List<Object> array(byte[] source, int from, int to) {
    try (JsonParser parser =
        JSON.createParser(ObjectReadContext.empty(), source, from, to - from)) {
      parser.nextToken();
      return elements(parser, from);
    } catch (JacksonException e) {
      throw new JsonException(e.getOriginalMessage(), e);
    }
  }

  /** Reads up to the end of the array that the parser has just entered. */
  private static List<Object> elements(JsonParser parser, int from) {
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      Object value = value(parser, from, 0);
      if (value != null) {
        elements.add(value);
      }
    }
    return elements;
  }

  private static @Nullable Object value(JsonParser parser, int from, int depthAtOnce) {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new JsonException("the JSON ends too early");
    }
    return switch (token) {
      case START_OBJECT, START_ARRAY -> {
        // The parser counts from where it was told to start, not from the start of the array.
        int start = from + (int) parser.currentTokenLocation().getByteOffset();
        boolean array = token == JsonToken.START_ARRAY;
        Map<String, Object> fields = null;
        List<Object> elements = null;
        if (depthAtOnce == 0) {
          parser.skipChildren();
        } else if (array) {
          elements = elements(parser, from);
        } else {
          fields = fields(parser, from, depthAtOnce - 1);
        }
        int end = from + (int) parser.currentLocation().getByteOffset();
        yield new Nested(array, start, end, fields, elements);
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }
}
