package dev.parley.doors.http;

import java.time.Duration;

/**
 * What a configured value may be. Apart from the records it is used in: a nested record that called
 * back into the outer one would start that one's defaults before its own are there.
 */
final class Bounds {
  private Bounds() {}

  static void within(String key, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          key + " must be between " + min + " and " + max + ", not " + value);
    }
  }

  static void positive(String key, Duration value) {
    if (!value.isPositive()) {
      throw new IllegalArgumentException(key + " must be longer than nothing, not " + value);
    }
  }
}
