package dev.parley.doors;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON for tests, which may write ' for ". */
public final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  public static String text(String withSingleQuotes) {
    return withSingleQuotes.replace('\'', '"');
  }

  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  public static JsonNode of(String withSingleQuotes) {
    return parse(text(withSingleQuotes));
  }
}
