package dev.parley.doors.error;

/** How the binary gateway protocol ends a connection that cannot go on. */
public enum GatewayClose {
  NORMAL(1000),
  GOING_AWAY(1001),
  MALFORMED(1002),
  POLICY(1008),
  TOO_LARGE(1009),
  INTERNAL(1011),

  /** The same bot has come on another connection. */
  REPLACED(4001),

  /** The only one that is preceded by an AUTH_FAIL frame, after which clients never come back. */
  AUTH_FAILED(4003);

  private final int code;

  GatewayClose(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
