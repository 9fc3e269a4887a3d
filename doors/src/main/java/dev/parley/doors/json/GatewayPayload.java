package dev.parley.doors.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The payload of a message that came through the gateway, taken apart without reading its content:
 * the hub has written {@code {"stream":"…","content":…}} around it, and knows where that ends.
 * Whatever looks the least bit different is for the reader of JSON.
 */
final class GatewayPayload {
  private static final byte[] STREAM = "{\"stream\":\"".getBytes(UTF_8);
  private static final byte[] CONTENT = "\",\"content\":".getBytes(UTF_8);

  /** Less than what the reader of JSON allows, so that both agree on what is too deep. */
  private static final int DEPTH_MAX = 32;

  private GatewayPayload() {}

  /**
   * Null when it is not certain.
   *
   * @param payload well-formed JSON
   */
  static @Nullable Utterance read(String sender, byte[] payload) {
    if (!startsWith(payload, 0, STREAM)) {
      return null;
    }
    int end = STREAM.length;
    while (end < payload.length && payload[end] != '"' && payload[end] != '\\') {
      end++;
    }
    if (end == STREAM.length || !startsWith(payload, end, CONTENT)) {
      return null;
    }
    int from = end + CONTENT.length;
    return endOfObject(payload, from) == payload.length - 1
        ? new Utterance(
            sender,
            new String(payload, STREAM.length, end - STREAM.length, UTF_8),
            Arrays.copyOfRange(payload, from, payload.length - 1))
        : null;
  }

  private static boolean startsWith(byte[] bytes, int from, byte[] wanted) {
    return bytes.length >= from + wanted.length
        && Arrays.equals(bytes, from, from + wanted.length, wanted, 0, wanted.length);
  }

  /** Behind the object that begins here; -1 when there is none, or it is deep. */
  private static int endOfObject(byte[] bytes, int from) {
    if (from >= bytes.length || bytes[from] != '{') {
      return -1;
    }
    int depth = 0;
    for (int i = from; i < bytes.length; i++) {
      switch (bytes[i]) {
        case '"' -> i = endOfText(bytes, i);
        case '{', '[' -> {
          if (++depth > DEPTH_MAX) {
            return -1;
          }
        }
        case '}', ']' -> {
          if (--depth == 0) {
            return i + 1;
          }
        }
        default -> {}
      }
    }
    return -1;
  }

  /** The quotation mark that ends the text which begins here. */
  private static int endOfText(byte[] bytes, int from) {
    int i = from + 1;
    while (i < bytes.length && bytes[i] != '"') {
      i += bytes[i] == '\\' ? 2 : 1;
    }
    return i;
  }
}
