package dev.parley.testkit.broker;

import dev.parley.core.store.Copy;
import dev.parley.core.store.StoredMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The members of a written envelope, each as the text of its value. */
final class EnvelopeFields {
  private static final JsonFactory JSON = new JsonFactory();

  private EnvelopeFields() {}

  static Map<String, String> of(byte[] json) {
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value.isStructStart()) {
          parser.skipChildren();
          fields.put(name, "…");
        } else {
          fields.put(name, parser.getString());
        }
      }
    }
    return fields;
  }

  static @Nullable String of(StoredMessage message, String field) {
    return of(message.json()).get(field);
  }

  /** What was said, by which tests tell messages apart. */
  static String content(Copy copy) {
    String content = of(copy.message(), "content");
    return content == null ? "" : content;
  }

  static List<String> contents(List<Copy> copies) {
    return copies.stream().map(EnvelopeFields::content).toList();
  }

  static List<String> contentsOf(List<StoredMessage> messages) {
    return messages.stream().map(message -> String.valueOf(of(message, "content"))).toList();
  }
}
