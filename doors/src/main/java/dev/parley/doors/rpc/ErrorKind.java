package dev.parley.doors.rpc;

import dev.parley.core.error.ErrorCode;
import dev.parley.doors.error.ErrorTable;

/** What can be wrong with a message. Protocols on JSON-RPC have kinds of their own beside these. */
public interface ErrorKind {

  /** The code of the error object. */
  int code();

  /** What JSON-RPC itself defines. */
  enum Standard implements ErrorKind {
    PARSE(-32700),
    INVALID_REQUEST(-32600),
    METHOD_NOT_FOUND(-32601),
    INVALID_PARAMS(-32602),
    INTERNAL(-32603);

    private final int code;

    Standard(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }
  }

  /** The hub understood the request and refused it. */
  record OfHub(ErrorCode why) implements ErrorKind {
    @Override
    public int code() {
      return ErrorTable.of(why).jsonRpcCode();
    }
  }
}
