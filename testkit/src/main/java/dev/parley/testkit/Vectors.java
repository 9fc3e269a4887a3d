package dev.parley.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Golden files that are lists of objects with texts. */
public final class Vectors {
  private static final JsonFactory JSON = new JsonFactory();

  private Vectors() {}

  /**
   * @param file below {@code /vectors}
   */
  public static Stream<Map<String, String>> of(String file) {
    List<Map<String, String>> all = new ArrayList<>();
    try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + file);
        JsonParser parser =
            JSON.createParser(
                ObjectReadContext.empty(), Objects.requireNonNull(in, file).readAllBytes())) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> values = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          values.put(name, parser.getString());
        }
        all.add(values);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.stream();
  }

  /** A text that has to be there. */
  public static String value(Map<String, String> values, String name) {
    return Objects.requireNonNull(values.get(name), name);
  }
}
