package dev.parley.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a message says, read from its envelope without a tree.
 *
 * @param subject command and topic
 * @param payload every string in the payload, one a line; keys are not what is said, and what is
 *     the content once more is left out: clients of conversations send their text in both
 */
record MessageText(
    String from, String path, String type, String content, String subject, String payload) {
  private static final JsonFactory JSON = new JsonFactory();

  /** More of a text is not searched. */
  static final int CHARS_MAX = 100_000;

  static MessageText of(byte[] envelope) {
    String from = "";
    String path = "";
    String type = "message";
    String content = "";
    StringBuilder subject = new StringBuilder();
    List<String> payload = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), envelope)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "from" -> from = parser.getString();
          case "path" -> path = parser.getString();
          case "type" -> type = parser.getString();
          case "content" -> content = bounded(parser.getString());
          case "command", "topic" -> line(subject, parser.getString());
          case "payload" -> strings(parser, payload);
          default -> parser.skipChildren();
        }
      }
    } catch (JacksonException e) {
      // What a store holds was checked when it was accepted; one odd message must not stop the
      // index, so it is found by whatever could be read of it.
    }
    String said = content;
    String others =
        payload.stream().filter(each -> !each.equals(said)).collect(Collectors.joining("\n"));
    return new MessageText(from, path, type, content, subject.toString(), others);
  }

  private static void strings(JsonParser parser, List<String> out) {
    int chars = 0;
    int depth = 0;
    JsonToken token = parser.currentToken();
    while (token != null) {
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_STRING && chars < CHARS_MAX) {
        String text = bounded(parser.getString());
        out.add(text);
        chars += text.length() + 1;
      }
      if (depth == 0) {
        return;
      }
      token = parser.nextToken();
    }
  }

  private static void line(StringBuilder out, String text) {
    out.append(out.isEmpty() ? "" : "\n").append(text);
  }

  private static String bounded(String text) {
    return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX);
  }

  @Nullable String field(String name) {
    return Map.of(Fields.CONTENT, content, Fields.SUBJECT, subject, Fields.PAYLOAD, payload)
        .get(name);
  }
}
