package dev.parley.hub.cli.output;

import java.util.Locale;

/**
 * Foreign text made harmless: characters that steer a terminal, turn the direction of writing or
 * cannot be seen are shown by their number instead.
 */
public final class Escaped {
  private Escaped() {}

  /** On one line: line breaks and tabs are made visible too. */
  public static String line(String text) {
    return replaced(text, false);
  }

  /** Line breaks stay; every line begins with the indent, so that none can pass for ours. */
  public static String block(String text, String indent) {
    String unified = text.replace("\r\n", "\n");
    return indent + replaced(unified, true).replace("\n", "\n" + indent);
  }

  /** JSON that means the same and is safe to show: such characters stand in its strings only. */
  public static String json(String json) {
    int first = firstUnsafe(json, false);
    if (first < 0) {
      return json;
    }
    var safe = new StringBuilder(json.length() + 16).append(json, 0, first);
    for (int i = first; i < json.length(); i++) {
      char c = json.charAt(i);
      // Line breaks between the tokens become blanks, so that a document is a line.
      if (c == '\n' || c == '\r' || c == '\t') {
        safe.append(' ');
      } else if (unsafe(codePoint(json, i))) {
        safe.append("\\u").append(hex(c, 4));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private static String replaced(String text, boolean keepLines) {
    int first = firstUnsafe(text, keepLines);
    if (first < 0) {
      return text;
    }
    var safe = new StringBuilder(text.length() + 16).append(text, 0, first);
    for (int i = first; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (!unsafe(c) || (keepLines && (c == '\n' || c == '\t'))) {
        safe.appendCodePoint(c);
      } else if (c == '\n') {
        safe.append("\\n");
      } else if (c == '\r') {
        safe.append("\\r");
      } else if (c == '\t') {
        safe.append("\\t");
      } else if (c < 0x100) {
        safe.append("\\x").append(hex(c, 2));
      } else {
        safe.append("\\u{").append(hex(c, 4)).append('}');
      }
      i += Character.charCount(c);
    }
    return safe.toString();
  }

  private static int firstUnsafe(String text, boolean keepLines) {
    for (int i = 0; i < text.length(); i++) {
      int c = codePoint(text, i);
      if (unsafe(c) && !(keepLines && (c == '\n' || c == '\t'))) {
        return i;
      }
    }
    return -1;
  }

  /** The whole character for either half of a pair, so that both are judged alike. */
  private static int codePoint(String text, int at) {
    char c = text.charAt(at);
    return Character.isLowSurrogate(c) && at > 0 ? text.codePointAt(at - 1) : text.codePointAt(at);
  }

  private static boolean unsafe(int c) {
    return c < 0x20
        || (c >= 0x7F && c < 0xA0)
        || c == 0x061C
        || c == 0x200B
        || c == 0x200E
        || c == 0x200F
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2060 && c <= 0x206F)
        || c == 0xFEFF
        || (c >= 0xD800 && c <= 0xDFFF)
        || (c >= 0xE0000 && c <= 0xE007F);
  }

  private static String hex(int value, int digits) {
    String hex = Integer.toHexString(value).toLowerCase(Locale.ROOT);
    return "0".repeat(Math.max(0, digits - hex.length())) + hex;
  }
}
