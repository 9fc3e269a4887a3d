package dev.parley.doors.mcp.catalog;

import dev.parley.doors.rpc.ErrorKind;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;

/** What MCP adds to the errors of JSON-RPC. */
public enum McpError implements ErrorKind {
  /** The metadata that every modern request carries is missing or of the wrong kind. */
  BAD_METADATA(-32602, 400),
  RESOURCE_NOT_FOUND(-32602, 200),
  HEADER_MISMATCH(-32020, 400),
  MISSING_CAPABILITY(-32021, 400),
  UNSUPPORTED_VERSION(-32022, 400);

  private final int code;
  private final int httpStatus;

  McpError(int code, int httpStatus) {
    this.code = code;
    this.httpStatus = httpStatus;
  }

  @Override
  public int code() {
    return code;
  }

  /** The status of a modern answer. */
  public int httpStatus() {
    return httpStatus;
  }

  public static RpcError noSuchResource(String uri) {
    return new RpcError(RESOURCE_NOT_FOUND, "Resource not found", Json.object().put("uri", uri));
  }
}
