package dev.parley.bench.ws;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Finds a fixed piece of text in frames that mostly look alike: it looks first where the text stood
 * last time, and searches only when it moved.
 */
public final class Marker {
  private final byte[] text;
  private int hint;

  public Marker(String text) {
    this.text = text.getBytes(US_ASCII);
  }

  /** The index just behind the text in the frame at {@code from}, or -1. */
  public int behind(byte[] bytes, int from, int length) {
    if (hint + text.length <= length && matches(bytes, from + hint)) {
      return from + hint + text.length;
    }
    int last = from + length - text.length;
    for (int at = from; at <= last; at++) {
      if (bytes[at] == text[0] && matches(bytes, at)) {
        hint = at - from;
        return at + text.length;
      }
    }
    return -1;
  }

  private boolean matches(byte[] bytes, int at) {
    for (int i = text.length - 1; i >= 0; i--) {
      if (bytes[at + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  /** The digits at {@code at}, up to the first byte that is none. */
  public static long number(byte[] bytes, int at) {
    long value = 0;
    for (int i = at; bytes[i] >= '0' && bytes[i] <= '9'; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    return value;
  }
}
