package dev.parley.core.message;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import org.jspecify.annotations.Nullable;

/**
 * How much a sender may write into one message. It counts, together, all fields that have no limit
 * of their own: {@code payload}, {@code content} and everything that is carried.
 *
 * @param bytesMax as UTF-8
 */
public record MessageLimit(int bytesMax) {
  public static final MessageLimit DEFAULT = new MessageLimit(1 << 20);

  public MessageLimit {
    if (bytesMax < 1) {
      throw new IllegalArgumentException("bytesMax must be positive: " + bytesMax);
    }
  }

  void check(byte @Nullable [] payload, @Nullable String content, int carriedBytes) {
    long bytes = carriedBytes;
    if (payload != null) {
      bytes += payload.length;
    }
    if (content != null) {
      // A character has at most three bytes, so what is short need not be counted.
      long most = bytes + 3L * content.length();
      bytes = most <= bytesMax ? most : bytes + UnicodeText.utf8Bytes(content);
    }
    if (bytes > bytesMax) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "a message may have "
              + bytesMax
              + " bytes of content, payload and carried fields together, not "
              + bytes);
    }
  }
}
