package dev.parley.doors.json;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.RawJson;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads an envelope that somebody has written as one JSON object: a file of a mailbox, a line of an
 * import. What is no JSON object (yet) is {@link ErrorCode#BAD_JSON}; a field that is wrong is
 * {@link ErrorCode#BAD_REQUEST}. Reasons never quote what was read: they are shown to others than
 * those who may read it. Any thread.
 */
public final class EnvelopeReader {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(RequestReader.DEPTH_MAX)
                  .maxNumberLength(1_000)
                  .maxNameLength(4_096)
                  .build())
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /** What is particular to files, or to lines of an import. */
  public interface Form {

    /** Is this field read by the grammar? Otherwise it is one of the {@link #other}. */
    boolean takes(EnvelopeField field);

    /**
     * A member that is no field of the envelope, or none that is taken. What it does not read of
     * its value is skipped.
     *
     * @param parser stands at the value, which is not null
     */
    void other(String name, JsonParser parser, byte[] json);
  }

  private EnvelopeReader() {}

  /** The fields that are taken, each as {@link EnvelopeField.Kind} says. */
  public static Map<EnvelopeField, Object> read(byte[] json, Form form) {
    Map<EnvelopeField, Object> values = new EnumMap<>(EnvelopeField.class);
    Refused wrong = null;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new Refused(ErrorCode.BAD_JSON, "it is not one JSON object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.VALUE_NULL) {
          continue;
        }
        try {
          EnvelopeField field = EnvelopeField.named(name);
          if (field != null && form.takes(field)) {
            values.put(field, value(field, parser, json));
          } else {
            form.other(name, parser, json);
          }
        } catch (Refused e) {
          // Not before the rest has been seen to be JSON: it may be half of something good.
          wrong = wrong == null ? e : wrong;
        }
        parser.skipChildren();
      }
      if (parser.nextToken() != null) {
        throw new Refused(ErrorCode.BAD_JSON, "something follows the JSON object");
      }
    } catch (JacksonException e) {
      throw new Refused(ErrorCode.BAD_JSON, describe(e));
    }
    if (wrong != null) {
      throw wrong;
    }
    return values;
  }

  private static Object value(EnvelopeField field, JsonParser parser, byte[] json) {
    JsonToken token = parser.currentToken();
    return switch (field.kind()) {
      case TEXT, NAME, ID, MESSAGE_ID, PATH, ONE_OF -> {
        require(token == JsonToken.VALUE_STRING, field);
        yield field.value(parser.getString());
      }
      case NUMBER -> {
        require(token == JsonToken.VALUE_NUMBER_INT, field);
        yield number(field, parser);
      }
      case FLAG -> {
        require(token.isBoolean(), field);
        yield token == JsonToken.VALUE_TRUE;
      }
      case OBJECT -> {
        require(token == JsonToken.START_OBJECT, field);
        yield RawJson.slice(parser, json);
      }
      case LIST -> {
        require(token == JsonToken.START_ARRAY, field);
        yield RawJson.slice(parser, json);
      }
      case ANYTHING -> RawJson.slice(parser, json);
    };
  }

  private static void require(boolean right, EnvelopeField field) {
    if (!right) {
      throw field.wrongKind(field.wireName());
    }
  }

  private static Long number(EnvelopeField field, JsonParser parser) {
    try {
      return field.value(field.wireName(), parser.getLongValue());
    } catch (InputCoercionException e) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'" + field.wireName() + "' must be a smaller number");
    }
  }

  /** A string of a {@link Form}'s own. */
  public static String text(String name, JsonParser parser, int lengthMax) {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + name + "' must be a string");
    }
    String text = parser.getString();
    if (text.length() > lengthMax) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'" + name + "' may have " + lengthMax + " characters, not " + text.length());
    }
    return text;
  }

  private static String describe(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null
        ? "it is not JSON"
        : "it is not JSON: line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
