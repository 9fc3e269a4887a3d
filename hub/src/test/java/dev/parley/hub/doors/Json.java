package dev.parley.hub.doors;

import dev.parley.testkit.door.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the drivers read and write it. */
final class Json {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private Json() {}

  static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /** Half of a surrogate pair is escaped, for UTF-8 cannot carry it. */
  static String write(Object value) {
    String text = MAPPER.writeValueAsString(value);
    StringBuilder carried = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                carried.append("\\u%04x".formatted(point));
              } else {
                carried.appendCodePoint(point);
              }
            });
    return carried.toString();
  }

  static Map<String, Object> map(JsonNode object) {
    return MAPPER.convertValue(object, new TypeReference<>() {});
  }

  static Seen seen(JsonNode message) {
    return new Seen(map(message));
  }

  static List<Seen> all(JsonNode messages) {
    List<Seen> all = new ArrayList<>();
    messages.forEach(message -> all.add(seen(message)));
    return all;
  }

  static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }
}
