package dev.parley.core.delivery;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.store.BoxId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What stands on a dead letter: why it is one, and which inbox gave it up, if one had it. Stores
 * keep it as the annotation of the copy; it is written and read here alone.
 */
public record DeadLetter(String reason, BoxId.@Nullable Inbox inbox) {
  private static final JsonFactory JSON = new JsonFactory();

  /** Members of a JSON object, see {@link dev.parley.core.store.Placement}. */
  public String annotation() {
    JsonBuffer out = new JsonBuffer(96).ascii("\"reason\":").string(reason);
    if (inbox != null) {
      out.ascii(",\"inbox\":").string(inbox.name());
    }
    return out.toString();
  }

  /**
   * @param annotation of a copy among the dead letters, where an old or imported one may have none
   */
  public static DeadLetter read(@Nullable String annotation) {
    String reason = "";
    BoxId.Inbox inbox = null;
    String json = annotation == null ? "{}" : "{" + annotation + "}";
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "reason" -> reason = parser.getString();
          case "inbox" -> inbox = BoxId.Inbox.named(parser.getString());
          default -> parser.skipChildren();
        }
      }
    }
    return new DeadLetter(reason, inbox);
  }
}
