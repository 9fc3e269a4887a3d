package dev.parley.client.socket;

import java.io.IOException;

/** The connection is over: the other side closed it, broke the protocol, or vanished. */
public final class ConnectionClosed extends IOException {
  private static final long serialVersionUID = 1L;

  /** What RFC 6455 calls a connection that ended without a close frame. */
  public static final int ABNORMAL = 1006;

  static final int PROTOCOL_ERROR = 1002;
  static final int TOO_BIG = 1009;

  private final int code;

  public ConnectionClosed(int code, String reason) {
    super(reason);
    this.code = code;
  }

  public int code() {
    return code;
  }
}
