package dev.parley.doors.files;

import dev.parley.core.message.MessageId;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** What files are called: {@code 2026-02-16T13-58-00-123Z-a1b2c3d4.json}. */
final class FileNames {
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss-SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int VERSION_AT = 14;
  private static final char CLOCK_FIRST = '7';
  private static final int SAFE_CHARS_MAX = 100;
  private static final String EXTENSION = ".json";

  private FileNames() {}

  /**
   * The first eight digits of the id, but for ids that begin with a clock, as those do that the hub
   * makes: that would say the same as the time in front, so the last eight stand there.
   */
  static String of(long unixMillis, MessageId id) {
    String digits = id.toString();
    return digits.charAt(VERSION_AT) == CLOCK_FIRST
        ? withLastDigits(unixMillis, id)
        : moment(unixMillis) + "-" + digits.substring(0, 8) + EXTENSION;
  }

  /** What every file was called once. */
  private static String withLastDigits(long unixMillis, MessageId id) {
    return moment(unixMillis) + "-" + id.toString().substring(28) + EXTENSION;
  }

  /** Everything a message's file may be called, what it usually is first. */
  static Set<String> all(long unixMillis, MessageId id) {
    Set<String> names = new LinkedHashSet<>();
    names.add(of(unixMillis, id));
    names.add(withLastDigits(unixMillis, id));
    names.add(inFull(unixMillis, id));
    return names;
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
