package dev.parley.core.trace;

import org.jspecify.annotations.Nullable;

/**
 * A place in a trace, as W3C Trace Context writes it: {@code 00-TRACE-SPAN-FLAGS} in hexadecimal.
 *
 * @param high the first half of the trace's id
 * @param low the second half; not both are zero
 * @param span never zero
 * @param flags of which only the lowest means something here
 */
public record TraceContext(long high, long low, long span, int flags) {
  /** The name of the header, and of the field of an envelope. */
  public static final String NAME = "traceparent";

  /** How long its text is. */
  public static final int LENGTH = 55;

  private static final int SAMPLED = 1;

  /** Does whoever began it want it to be recorded? */
  public boolean isSampled() {
    return (flags & SAMPLED) != 0;
  }

  /** Null when this is none. A later version of the format is read as far as it is known. */
  public static @Nullable TraceContext parse(@Nullable String text) {
    if (text == null
        || text.length() < LENGTH
        || text.charAt(2) != '-'
        || text.charAt(35) != '-'
        || text.charAt(52) != '-') {
      return null;
    }
    boolean isFirstVersion = text.startsWith("00");
    if (isFirstVersion ? text.length() != LENGTH : isBrokenVersion(text)) {
      return null;
    }
    if (!isHex(text, 3, 35) || !isHex(text, 36, 52) || !isHex(text, 53, 55)) {
      return null;
    }
    long high = Long.parseUnsignedLong(text, 3, 19, 16);
    long low = Long.parseUnsignedLong(text, 19, 35, 16);
    long span = Long.parseUnsignedLong(text, 36, 52, 16);
    return (high | low) == 0 || span == 0
        ? null
        : new TraceContext(high, low, span, Integer.parseInt(text, 53, 55, 16));
  }

  private static boolean isBrokenVersion(String text) {
    return !isHex(text, 0, 2)
        || text.startsWith("ff")
        || (text.length() > LENGTH && text.charAt(LENGTH) != '-');
  }

  /** The format knows small letters only. */
  private static boolean isHex(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char each = text.charAt(i);
      if ((each < '0' || each > '9') && (each < 'a' || each > 'f')) {
        return false;
      }
    }
    return true;
  }

  public String traceId() {
    return hex(high) + hex(low);
  }

  public String spanId() {
    return hex(span);
  }

  /** As it goes over the wire. */
  public String text() {
    return "00-"
        + traceId()
        + "-"
        + spanId()
        + (flags < 16 ? "-0" : "-")
        + Integer.toHexString(flags);
  }

  private static String hex(long value) {
    String digits = Long.toHexString(value);
    return "0".repeat(16 - digits.length()) + digits;
  }
}
