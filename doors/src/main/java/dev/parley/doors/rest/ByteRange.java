package dev.parley.doors.rest;

import org.jspecify.annotations.Nullable;

/** A part of something: one range, as {@code Range: bytes=…} asks for it. */
record ByteRange(long start, long length) {
  private static final String UNIT = "bytes=";

  /** The range that was asked for is none of this many bytes. */
  static final ByteRange NONE = new ByteRange(-1, 0);

  /**
   * Null when there is no range, or one that is not understood, which means everything; {@link
   * #NONE} when there is nothing there.
   */
  static @Nullable ByteRange parse(@Nullable String header, long size) {
    if (header == null || !header.startsWith(UNIT) || header.indexOf(',') >= 0) {
      return null;
    }
    String text = header.substring(UNIT.length()).strip();
    int dash = text.indexOf('-');
    try {
      if (dash == 0) {
        long last = Long.parseLong(text.substring(1));
        return last <= 0 || size == 0 ? NONE : of(Math.max(0, size - last), size - 1);
      }
      if (dash < 0) {
        return null;
      }
      long start = Long.parseLong(text.substring(0, dash));
      String end = text.substring(dash + 1);
      long until = end.isEmpty() ? size - 1 : Math.min(Long.parseLong(end), size - 1);
      if (start < 0 || (!end.isEmpty() && Long.parseLong(end) < start)) {
        return null;
      }
      return start >= size ? NONE : of(start, until);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static ByteRange of(long first, long last) {
    return new ByteRange(first, last - first + 1);
  }

  boolean isSatisfiable() {
    return start >= 0;
  }

  String contentRange(long size) {
    return "bytes " + start + "-" + (start + length - 1) + "/" + size;
  }
}
