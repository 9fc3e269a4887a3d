package dev.parley.hub.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads {@code 500ms}, {@code 10s}, {@code 5m}, {@code 2h}, {@code 7d}; a bare number is seconds.
 */
public final class Durations implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)?");

  @Override
  public Duration convert(String text) {
    return parse(text);
  }

  public static Duration parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new TypeConversionException("'" + text + "' is no duration such as 500ms, 10s, 5m, 2h");
    }
    long amount = Long.parseLong(form.group(1));
    String unit = form.group(2);
    return switch (unit == null ? "s" : unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "d" -> Duration.ofDays(amount);
      default -> Duration.ofSeconds(amount);
    };
  }
}
