package dev.parley.doors.ws;

import dev.parley.core.message.JsonBuffer;

/**
 * The end of the line: what was added before it is written, then the connection is closed with this
 * code.
 */
final class Goodbye extends Outgoing {
  /** A close frame has room for 123 bytes of UTF-8. */
  private static final int REASON_CHARS_MAX = 40;

  private final int code;
  private final String reason;

  Goodbye(int code, String reason) {
    this.code = code;
    this.reason =
        reason.length() <= REASON_CHARS_MAX ? reason : reason.substring(0, REASON_CHARS_MAX);
  }

  int code() {
    return code;
  }

  String reason() {
    return reason;
  }

  @Override
  protected int weight() {
    return 0;
  }

  @Override
  protected void write(JsonBuffer out) {
    throw new IllegalStateException("Vert.x writes the close frame");
  }
}
