package dev.parley.doors.mcp.catalog;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How much something matters, least first. */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  public String wireName() {
    return wireName;
  }

  public static @Nullable LogLevel of(String wireName) {
    for (LogLevel level : values()) {
      if (level.wireName.equals(wireName)) {
        return level;
      }
    }
    return null;
  }
}
