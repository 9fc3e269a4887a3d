package dev.parley.doors.mcp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a header of MCP says: plain, or wrapped when it could not be written plainly. */
final class HeaderValue {
  private static final String OPENING = "=?base64?";
  private static final String CLOSING = "?=";

  private HeaderValue() {}

  /**
   * @throws IllegalArgumentException when it is wrapped and the wrapping is torn
   */
  static String decoded(String header) {
    String value = header.strip();
    if (!value.startsWith(OPENING)
        || !value.endsWith(CLOSING)
        || value.length() < OPENING.length() + CLOSING.length()) {
      return value;
    }
    String base64 = value.substring(OPENING.length(), value.length() - CLOSING.length());
    if (base64.length() % 4 != 0) {
      // The JDK's decoder would forgive missing padding.
      throw new IllegalArgumentException("badly padded base64");
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Base64.getDecoder().decode(base64)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("no UTF-8", e);
    }
  }
}
