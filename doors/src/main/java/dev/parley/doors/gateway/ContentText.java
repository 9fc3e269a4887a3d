package dev.parley.doors.gateway;

import dev.parley.core.message.UnicodeText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What people and other doors read of a content: its {@code text}, or itself when it is text. */
final class ContentText {
  private static final JsonFactory JSON = new JsonFactory();

  private ContentText() {}

  /**
   * Null when there is none.
   *
   * @param content well-formed JSON
   */
  static @Nullable String of(byte[] content) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), content)) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.VALUE_STRING) {
        return carried(parser.getString());
      }
      String text = null;
      while (first == JsonToken.START_OBJECT && parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean wanted = parser.currentName().equals("text");
        if (parser.nextToken() == JsonToken.VALUE_STRING && wanted) {
          text = carried(parser.getString());
        } else {
          parser.skipChildren();
        }
      }
      return text;
    }
  }

  /** Half a character can be written in JSON and not in UTF-8. */
  private static @Nullable String carried(String text) {
    return UnicodeText.unpairedSurrogate(text) < 0 ? text : null;
  }
}
