package dev.parley.hub.cli.output;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;

/** Points in time and spans, for people. Put together by hand: a formatter loads half a locale. */
public final class Times {
  private Times() {}

  /** In the local zone, to the second; a dash for never. */
  public static String local(long unixMillis) {
    if (unixMillis == 0) {
      return "-";
    }
    LocalDateTime time =
        LocalDateTime.ofInstant(Instant.ofEpochMilli(unixMillis), ZoneId.systemDefault());
    return time.getYear()
        + ("-" + two(time.getMonthValue()) + "-" + two(time.getDayOfMonth()) + " ")
        + clock(time);
  }

  /** The time of day only, with milliseconds: for what happens while one looks. */
  public static String clock(long unixMillis) {
    LocalDateTime time =
        LocalDateTime.ofInstant(Instant.ofEpochMilli(unixMillis), ZoneId.systemDefault());
    long millis = Math.floorMod(unixMillis, 1000L);
    return clock(time) + "." + (millis < 100 ? "0" : "") + two((int) millis);
  }

  private static String clock(LocalDateTime time) {
    return two(time.getHour()) + ":" + two(time.getMinute()) + ":" + two(time.getSecond());
  }

  private static String two(int number) {
    return number < 10 ? "0" + number : Integer.toString(number);
  }

  /** {@code 0.42 ms}, {@code 17 ms}, {@code 3.2 s}. */
  public static String span(Duration span) {
    double millis = span.toNanos() / 1e6;
    if (millis < 10) {
      return Math.round(millis * 100) / 100.0 + " ms";
    }
    return millis < 1000 ? Math.round(millis) + " ms" : Math.round(millis / 100) / 10.0 + " s";
  }
}
