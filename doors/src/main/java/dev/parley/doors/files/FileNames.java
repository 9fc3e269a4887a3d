package dev.parley.doors.files;

import dev.parley.core.message.MessageId;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What files are called: {@code 2026-02-16T13-58-00-123Z-a1b2c3d4.json}. */
final class FileNames {
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss-SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int SAFE_CHARS_MAX = 100;
  private static final String EXTENSION = ".json";

  private FileNames() {}

  /**
   * The last eight digits of the id and not the first: those are the clock of the ids the hub
   * makes, and would say the same as the time in front of them.
   */
  static String of(long unixMillis, MessageId id) {
    return moment(unixMillis) + "-" + id.toString().substring(28) + EXTENSION;
  }

  /** For the rare case that the short form is taken. */
  static String inFull(long unixMillis, MessageId id) {
    return moment(unixMillis) + "-" + id + EXTENSION;
  }

  private static String moment(long unixMillis) {
    return MOMENT.format(Instant.ofEpochMilli(unixMillis));
  }

  static String day(long unixMillis) {
    return DAY.format(Instant.ofEpochMilli(unixMillis));
  }

  /** Is this a finished message? Hidden files and the usual names of unfinished ones are not. */
  static boolean isMessage(Path name) {
    String text = name.toString();
    return text.endsWith(EXTENSION) && !text.startsWith(".");
  }

  /** A name made of characters that are harmless in any shell, log and file system. */
  static String safe(Path name) {
    String text = name.toString();
    var safe = new StringBuilder();
    for (int i = 0; i < text.length() && safe.length() < SAFE_CHARS_MAX; i++) {
      char c = text.charAt(i);
      boolean harmless =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '-'
              || c == '_'
              || (c == '.' && i > 0);
      safe.append(harmless ? c : '_');
    }
    return safe.toString();
  }
}
