package dev.parley.hub.cli.output;

/** Amounts, for people. */
public final class Sizes {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Sizes() {}

  public static String bytes(long bytes) {
    double size = bytes;
    int unit = 0;
    while (size >= 1024 && unit < UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return (unit == 0 ? Long.toString(bytes) : Double.toString(Math.round(size * 10) / 10.0))
        + " "
        + UNITS[unit];
  }

  /** With separators: {@code 1,234,567}. */
  public static String count(long number) {
    String digits = Long.toString(Math.abs(number));
    var text = new StringBuilder();
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        text.append(',');
      }
      text.append(digits.charAt(i));
    }
    return number < 0 ? "-" + text : text.toString();
  }
}
