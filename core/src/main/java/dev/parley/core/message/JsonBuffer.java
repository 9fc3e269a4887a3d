package dev.parley.core.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing array of UTF-8 with just enough of JSON to write envelopes and frames without an
 * intermediate tree or string. It does not check structure: whoever writes a name writes its value.
 * Not for sharing between threads.
 */
public final class JsonBuffer {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** 00 to 99. */
  private static final byte[] PAIRS = pairs();

  private byte[] bytes;
  private int size;

  public JsonBuffer(int capacity) {
    this.bytes = new byte[capacity];
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  /** The bytes written so far, without a copy; valid until the next write. */
  public byte[] array() {
    return bytes;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  /** Makes room ahead of a piece of known length, so that large ones grow the array once. */
  private void ensure(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
    }
  }

  /** Writes text that is ASCII and needs no escape: punctuation and field names of ours. */
  @SuppressWarnings("deprecation") // drops the high bytes, and ASCII has none: one copy, no encoder
  public JsonBuffer ascii(String text) {
    int length = text.length();
    ensure(length);
    text.getBytes(0, length, bytes, size);
    size += length;
    return this;
  }

  public JsonBuffer raw(byte[] json) {
    return raw(json, 0, json.length);
  }

  public JsonBuffer raw(byte[] json, int from, int length) {
    ensure(length);
    System.arraycopy(json, from, bytes, size, length);
    size += length;
    return this;
  }

  /** Writes text that is JSON already and may hold any character. */
  public JsonBuffer raw(String json) {
    return raw(json.getBytes(StandardCharsets.UTF_8));
  }

  public JsonBuffer id(MessageId id) {
    ensure(38);
    bytes[size] = '"';
    id.writeTo(bytes, size + 1);
    bytes[size + 37] = '"';
    size += 38;
    return this;
  }

  public JsonBuffer number(long value) {
    if (value == Long.MIN_VALUE) {
      return ascii("-9223372036854775808");
    }
    ensure(20);
    long rest = value;
    if (rest < 0) {
      bytes[size++] = '-';
      rest = -rest;
    }
    int digits = digits(rest);
    int at = size + digits;
    size = at;
    while (rest >= 100) {
      long hundreds = rest / 100;
      int pair = (int) (rest - hundreds * 100) * 2;
      bytes[--at] = PAIRS[pair + 1];
      bytes[--at] = PAIRS[pair];
      rest = hundreds;
    }
    if (rest >= 10) {
      bytes[--at] = PAIRS[(int) rest * 2 + 1];
      bytes[--at] = PAIRS[(int) rest * 2];
    } else {
      bytes[--at] = (byte) ('0' + rest);
    }
    return this;
  }

  private static int digits(long value) {
    int digits = 1;
    for (long power = 10; digits < 19 && value >= power; power *= 10) {
      digits++;
    }
    return digits;
  }

  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }

  public JsonBuffer bool(boolean value) {
    return ascii(value ? "true" : "false");
  }

  /** Writes a JSON string. An unpaired surrogate, which UTF-8 cannot carry, becomes U+FFFD. */
  @SuppressWarnings("deprecation") // drops the high bytes of what is known to be ASCII
  public JsonBuffer string(String text) {
    int length = text.length();
    // Nearly always all of it: copied in one piece, into an array that need not grow for more.
    int plain = 0;
    while (plain < length && isPlain(text.charAt(plain))) {
      plain++;
    }
    ensure(plain + (length - plain) * 3 + 2);
    bytes[size++] = '"';
    text.getBytes(0, plain, bytes, size);
    size += plain;
    for (int i = plain; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        i = utf8(text, i);
      } else if (isPlain(c)) {
        bytes[size++] = (byte) c;
      } else {
        escape(c);
        ensure((length - i) * 3 + 2);
      }
    }
    bytes[size++] = '"';
    return this;
  }

  private static boolean isPlain(char c) {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
  }

  private int utf8(String text, int at) {
    char c = text.charAt(at);
    if (c < 0x800) {
      bytes[size++] = (byte) (0xC0 | (c >> 6));
      bytes[size++] = (byte) (0x80 | (c & 0x3F));
      return at;
    }
    if (Character.isSurrogate(c)) {
      int point = text.codePointAt(at);
      if (point > 0xFFFF) {
        bytes[size++] = (byte) (0xF0 | (point >> 18));
        bytes[size++] = (byte) (0x80 | ((point >> 12) & 0x3F));
        bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        bytes[size++] = (byte) (0x80 | (point & 0x3F));
        return at + 1;
      }
      c = '\uFFFD';
    }
    bytes[size++] = (byte) (0xE0 | (c >> 12));
    bytes[size++] = (byte) (0x80 | ((c >> 6) & 0x3F));
    bytes[size++] = (byte) (0x80 | (c & 0x3F));
    return at;
  }

  private void escape(char c) {
    ensure(6);
    bytes[size++] = '\\';
    switch (c) {
      case '"', '\\' -> bytes[size++] = (byte) c;
      case '\n' -> bytes[size++] = 'n';
      case '\r' -> bytes[size++] = 'r';
      case '\t' -> bytes[size++] = 't';
      default -> {
        bytes[size++] = 'u';
        bytes[size++] = '0';
        bytes[size++] = '0';
        bytes[size++] = HEX[(c >> 4) & 15];
        bytes[size++] = HEX[c & 15];
      }
    }
  }

  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }
}
