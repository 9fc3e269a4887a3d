package dev.parley.core.blob;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.EnvelopeField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Finds the blobs that a message has attached: the {@code sha256} of each of its attachments. */
public final class Attachments {
  public static final int ATTACHED_MAX = 32;

  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");
  private static final String SHA256 = "sha256";
  private static final byte[] FIELD =
      ("\"" + EnvelopeField.ATTACHMENTS.wireName() + "\"").getBytes(StandardCharsets.US_ASCII);

  private Attachments() {}

  /**
   * @param extras members of a message as {@link dev.parley.core.message.Draft#extras} has them
   * @throws Refused when one names no blob that could be, or there are too many
   */
  public static List<String> named(byte @Nullable [] extras) {
    if (extras == null || !mentions(extras)) {
      return List.of();
    }
    byte[] object = new byte[extras.length + 2];
    object[0] = '{';
    System.arraycopy(extras, 0, object, 1, extras.length);
    object[object.length - 1] = '}';
    List<String> names = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), object)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean attached = parser.currentName().equals(EnvelopeField.ATTACHMENTS.wireName());
        if (parser.nextToken() == JsonToken.START_ARRAY && attached) {
          list(parser, names);
        } else {
          parser.skipChildren();
        }
      }
    }
    return names;
  }

  /** Most messages attach nothing: those are not parsed. */
  private static boolean mentions(byte[] extras) {
    for (int i = 0; i + FIELD.length <= extras.length; i++) {
      int same = 0;
      while (same < FIELD.length && extras[i + same] == FIELD[same]) {
        same++;
      }
      if (same == FIELD.length) {
        return true;
      }
    }
    return false;
  }

  private static void list(JsonParser parser, List<String> names) {
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        parser.skipChildren();
        continue;
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean name = parser.currentName().equals(SHA256);
        parser.nextToken();
        if (name) {
          add(parser, i, names);
        }
        parser.skipChildren();
      }
    }
  }

  private static void add(JsonParser parser, int index, List<String> names) {
    boolean text = parser.currentToken() == JsonToken.VALUE_STRING;
    if (!text || !NAME.matcher(parser.getString()).matches()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'attachments[" + index + "].sha256' must be 64 hexadecimal digits in lower case");
    }
    if (names.size() == ATTACHED_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE, "a message has at most " + ATTACHED_MAX + " attached files");
    }
    names.add(parser.getString());
  }
}
