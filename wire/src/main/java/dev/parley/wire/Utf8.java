package dev.parley.wire;

/**
 * Strict UTF-8, as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. What
 * is let in here is sent on to others as it is, and a strict reader among them would hang up on us
 * over what a lenient check had let pass.
 */
public final class Utf8 {
  private Utf8() {}

  public static boolean isValid(byte[] bytes, int from, int length) {
    int end = from + length;
    int at = from;
    while (at < end) {
      int first = bytes[at++];
      if (first >= 0) {
        continue;
      }
      int more = continuations(first);
      if (more < 0 || at + more > end || !isAllowedSecond(first, bytes[at])) {
        return false;
      }
      for (int i = 0; i < more; i++) {
        if ((bytes[at++] & 0xC0) != 0x80) {
          return false;
        }
      }
    }
    return true;
  }

  private static int continuations(int first) {
    int lead = first & 0xFF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      return 1;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
      return 2;
    }
    return lead >= 0xF0 && lead <= 0xF4 ? 3 : -1;
  }

  private static boolean isAllowedSecond(int first, byte second) {
    int next = second & 0xFF;
    return switch (first & 0xFF) {
      case 0xE0 -> next >= 0xA0;
      case 0xED -> next <= 0x9F;
      case 0xF0 -> next >= 0x90;
      case 0xF4 -> next <= 0x8F;
      default -> true;
    };
  }
}
