package dev.parley.hub.cli;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a point in time as Unix milliseconds: {@code 2h} ago, {@code 2026-11-15}, {@code
 * 2026-11-15T20:00}, or with a zone {@code 2026-11-15T20:00:00Z}.
 */
public final class Moments implements ITypeConverter<Long> {

  @Override
  public Long convert(String text) {
    ZoneId here = ZoneId.systemDefault();
    try {
      if (!text.contains("-")) {
        return Instant.now().minus(Durations.parse(text)).toEpochMilli();
      }
      if (!text.contains("T")) {
        return LocalDate.parse(text).atStartOfDay(here).toInstant().toEpochMilli();
      }
      return text.endsWith("Z")
          ? Instant.parse(text).toEpochMilli()
          : LocalDateTime.parse(text).atZone(here).toInstant().toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          "'" + text + "' is no point in time such as 2h (ago), 2026-11-15 or 2026-11-15T20:00");
    }
  }
}
