package dev.parley.doors.files;

import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.RawJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Looks one member up among those the core carries without looking into them. */
final class Extras {
  private static final JsonFactory JSON = new JsonFactory();

  private Extras() {}

  static byte @Nullable [] member(byte @Nullable [] fragment, EnvelopeField field) {
    if (fragment == null) {
      return null;
    }
    byte[] object = new byte[fragment.length + 2];
    object[0] = '{';
    System.arraycopy(fragment, 0, object, 1, fragment.length);
    object[object.length - 1] = '}';
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), object)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean found = parser.currentName().equals(field.wireName());
        parser.nextToken();
        if (found) {
          return RawJson.slice(parser, object);
        }
        parser.skipChildren();
      }
    }
    return null;
  }
}
