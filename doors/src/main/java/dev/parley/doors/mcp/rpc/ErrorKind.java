package dev.parley.doors.mcp.rpc;

/** What can be wrong with a message, with what each generation calls it. */
public enum ErrorKind {
  PARSE(-32700, 400),
  INVALID_REQUEST(-32600, 400),
  METHOD_NOT_FOUND(-32601, 404),
  INVALID_PARAMS(-32602, 200),
  /** The metadata that every modern request carries is missing or of the wrong kind. */
  BAD_METADATA(-32602, 400),
  RESOURCE_NOT_FOUND(-32602, 200),
  HEADER_MISMATCH(-32020, 400),
  MISSING_CAPABILITY(-32021, 400),
  UNSUPPORTED_VERSION(-32022, 400),
  INTERNAL(-32603, 200);

  private static final int LEGACY_RESOURCE_NOT_FOUND = -32002;

  private final int code;
  private final int modernStatus;

  ErrorKind(int code, int modernStatus) {
    this.code = code;
    this.modernStatus = modernStatus;
  }

  public int code(Generation generation) {
    return this == RESOURCE_NOT_FOUND && generation == Generation.LEGACY
        ? LEGACY_RESOURCE_NOT_FOUND
        : code;
  }

  /** The status of the HTTP answer, if it has not begun yet. Legacy errors are ordinary answers. */
  public int httpStatus(Generation generation) {
    return generation == Generation.MODERN ? modernStatus : 200;
  }
}
