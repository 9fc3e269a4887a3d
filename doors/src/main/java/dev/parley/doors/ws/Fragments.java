package dev.parley.doors.ws;

import java.util.Arrays;

/** A message that comes in several frames, as far as it has come. */
final class Fragments {
  private final boolean text;
  private byte[] bytes = new byte[0];
  private int size;

  Fragments(boolean text) {
    this.text = text;
  }

  void add(byte[] more) {
    if (bytes.length < size + more.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more.length, size * 2));
    }
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
  }

  boolean isText() {
    return text;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }
}
