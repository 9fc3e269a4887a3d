package dev.parley.testkit.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One frame as it travels, and what it says.
 *
 * @param flags as they travel: 1 says that the payload is compressed
 * @param json the payload, unpacked
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FrameVector(
    String name,
    String type,
    int flags,
    UUID messageId,
    UUID conversationId,
    long seq,
    byte[] bytes,
    String json) {

  /**
   * A message that is not as it should be.
   *
   * @param outcome why it is dropped, {@code TOO_LARGE}, or the vector as which it is read
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Odd(String name, byte[] bytes, String outcome) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final JsonFactory JSON = new JsonFactory();
  private static final HexFormat HEX = HexFormat.of();

  public static Stream<FrameVector> all() {
    return load("frames.json").map(FrameVector::of);
  }

  /** The one whose name begins with this and a blank. */
  public static FrameVector named(String start) {
    return all().filter(vector -> vector.name.startsWith(start + " ")).findFirst().orElseThrow();
  }

  public static Stream<Odd> odd() {
    return load("odd-frames.json")
        .map(
            values ->
                new Odd(
                    value(values, "name"),
                    HEX.parseHex(value(values, "frame")),
                    value(values, "outcome")));
  }

  public boolean isCompressed() {
    return (flags & 1) != 0;
  }

  private static FrameVector of(Map<String, String> values) {
    return new FrameVector(
        value(values, "name"),
        value(values, "type"),
        Integer.parseInt(value(values, "flags")),
        UUID.fromString(value(values, "messageId")),
        UUID.fromString(value(values, "conversationId")),
        Long.parseLong(value(values, "seq")),
        HEX.parseHex(value(values, "header") + value(values, "payload")),
        value(values, "json"));
  }

  private static String value(Map<String, String> values, String name) {
    return Objects.requireNonNull(values.get(name), name);
  }

  private static Stream<Map<String, String>> load(String file) {
    List<Map<String, String>> all = new ArrayList<>();
    try (InputStream in = FrameVector.class.getResourceAsStream("/vectors/gateway/" + file);
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

  @Override
  public String toString() {
    return name;
  }
}
