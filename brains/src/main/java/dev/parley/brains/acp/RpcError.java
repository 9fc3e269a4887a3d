package dev.parley.brains.acp;

/** A harness has answered a call with an error; the talk goes on. */
final class RpcError extends Exception {
  private static final long serialVersionUID = 1;
  private final int code;

  RpcError(int code, String message) {
    super(message);
    this.code = code;
  }

  int code() {
    return code;
  }
}
