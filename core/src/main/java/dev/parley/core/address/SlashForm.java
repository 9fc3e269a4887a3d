package dev.parley.core.address;

/** The grammar of slash-separated text: its normal form, its limits, its characters. */
final class SlashForm {

  private SlashForm() {}

  /** The text without leading, trailing and doubled slashes; itself when there are none. */
  static String normalised(String text) {
    if (!text.startsWith("/") && !text.endsWith("/") && !text.contains("//")) {
      return text;
    }
    var normal = new StringBuilder(text.length());
    boolean pendingSlash = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '/') {
        pendingSlash = !normal.isEmpty();
      } else {
        if (pendingSlash) {
          normal.append('/');
          pendingSlash = false;
        }
        normal.append(c);
      }
    }
    return normal.toString();
  }

  static int countSegments(String noun, String normal) {
    if (normal.isEmpty()) {
      throw new InvalidAddress(
          "the " + noun + " is empty; allowed are 1 to 64 segments separated by slashes");
    }
    int segments = 1;
    for (int at = normal.indexOf('/'); at >= 0; at = normal.indexOf('/', at + 1)) {
      segments++;
    }
    if (segments > Segmented.SEGMENTS_MAX) {
      throw new InvalidAddress(
          "the " + noun + " has " + segments + " segments; allowed are at most 64");
    }
    return segments;
  }

  static void requireBytes(String noun, int bytes, int bytesMax) {
    if (bytes > bytesMax) {
      throw new InvalidAddress(
          "the " + noun + " has " + bytes + " bytes in UTF-8; allowed are at most " + bytesMax);
    }
  }

  /**
   * How many bytes more than one the char that is not printable ASCII takes in UTF-8. Each half of
   * a surrogate pair stands for two of its four bytes.
   */
  static int extraBytes(String noun, String text, int i) {
    char c = text.charAt(i);
    if (c < 0x20 || (c >= 0x7f && c <= 0x9f)) {
      throw new InvalidAddress(
          "the %s has the control character %s at %d; control characters are not allowed"
              .formatted(noun, CodeUnit.describe(c), i));
    }
    if (c < 0x800) {
      return 1;
    }
    if (!Character.isSurrogate(c)) {
      return 2;
    }
    requirePair(noun, text, i);
    return 1;
  }

  private static void requirePair(String noun, String text, int i) {
    char c = text.charAt(i);
    boolean paired =
        Character.isHighSurrogate(c)
            ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
            : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    if (!paired) {
      throw new InvalidAddress(
          "the %s has the unpaired surrogate %s at %d; only valid Unicode is allowed"
              .formatted(noun, CodeUnit.describe(c), i));
    }
  }
}
