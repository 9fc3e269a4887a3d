package dev.parley.core.message;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;

/** What has to be known of a text before it can become UTF-8. */
public final class UnicodeText {
  private UnicodeText() {}

  /**
   * @throws Refused when the text of the field of this name cannot become UTF-8
   */
  public static void require(String name, String text) {
    int unpaired = unpairedSurrogate(text);
    if (unpaired >= 0) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'" + name + "' has an unpaired surrogate at " + unpaired + "; it must be valid Unicode");
    }
  }

  /** Where half of a surrogate pair stands alone, which UTF-8 cannot carry; -1 if nowhere. */
  public static int unpairedSurrogate(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean paired =
            Character.isHighSurrogate(c)
                && i + 1 < length
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!paired) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  /** How many bytes a text without unpaired surrogates has as UTF-8. */
  static long utf8Bytes(String text) {
    int length = text.length();
    long bytes = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // Half of a pair stands for two of its four bytes.
        bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return bytes;
  }
}
