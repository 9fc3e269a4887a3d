package dev.parley.core.address;

import java.util.HexFormat;

/** Names a character in an error message without ever printing an unprintable one. */
final class CodeUnit {

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private CodeUnit() {}

  static String describe(char c) {
    String code = "U+" + HEX.toHexDigits(c);
    return c > 0x20 && c < 0x7f ? "'" + c + "' (" + code + ")" : code;
  }
}
