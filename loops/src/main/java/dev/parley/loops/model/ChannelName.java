package dev.parley.loops.model;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Locale;

/** How names become parts of paths. */
public final class ChannelName {
  public static final String FIRST = "general";
  private static final int LENGTH_MAX = 80;

  private ChannelName() {}

  /**
   * Trimmed, lower-cased, blanks to {@code -}, everything but {@code a-z 0-9 -} removed, runs of
   * {@code -} collapsed, at most 80 characters.
   *
   * @throws Refused when nothing is left
   */
  public static String normalised(String name) {
    String text =
        name.strip()
            .toLowerCase(Locale.ROOT)
            .replaceAll("\\s+", "-")
            .replaceAll("[^a-z0-9-]", "")
            .replaceAll("-{2,}", "-");
    text = text.substring(0, Math.min(text.length(), LENGTH_MAX));
    if (text.isEmpty() || text.equals("-")) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "a name needs at least one of the letters a to z or a digit, which '"
              + name.substring(0, Math.min(name.length(), LENGTH_MAX))
              + "' has not");
    }
    return text;
  }

  /** The {@code n}th handle that a loop of this name may have: with {@code -2}, {@code -3} … */
  public static String slug(String normalised, int n) {
    if (n == 1) {
      return normalised;
    }
    String end = "-" + n;
    return normalised.substring(0, Math.min(normalised.length(), LENGTH_MAX - end.length())) + end;
  }
}
