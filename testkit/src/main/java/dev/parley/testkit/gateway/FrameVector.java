package dev.parley.testkit.gateway;

import static dev.parley.testkit.Vectors.value;

import dev.parley.testkit.Vectors;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

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

  private static final HexFormat HEX = HexFormat.of();

  public static Stream<FrameVector> all() {
    return Vectors.of("gateway/frames.json").map(FrameVector::of);
  }

  /** The one whose name begins with this and a blank. */
  public static FrameVector named(String start) {
    return all().filter(vector -> vector.name.startsWith(start + " ")).findFirst().orElseThrow();
  }

  public static Stream<Odd> odd() {
    return Vectors.of("gateway/odd-frames.json")
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

  @Override
  public String toString() {
    return name;
  }
}
