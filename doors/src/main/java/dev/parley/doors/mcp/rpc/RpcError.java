package dev.parley.doors.mcp.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A message that is answered with an error. It is an answer, not an accident: no stack trace. */
public final class RpcError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorKind kind;
  private final transient @Nullable ObjectNode data;

  public RpcError(ErrorKind kind, String message) {
    this(kind, message, null);
  }

  public RpcError(ErrorKind kind, String message, @Nullable ObjectNode data) {
    super(message, null, false, false);
    this.kind = kind;
    this.data = data;
  }

  public static RpcError invalidParams(String message) {
    return new RpcError(ErrorKind.INVALID_PARAMS, message);
  }

  public static RpcError noSuchMethod(String method) {
    return new RpcError(ErrorKind.METHOD_NOT_FOUND, "Method not found: " + abbreviated(method));
  }

  public static RpcError noSuchResource(String uri) {
    return new RpcError(
        ErrorKind.RESOURCE_NOT_FOUND, "Resource not found", Json.object().put("uri", uri));
  }

  public ErrorKind kind() {
    return kind;
  }

  public ObjectNode toJson(Generation generation) {
    ObjectNode error = Json.object().put("code", kind.code(generation));
    error.put("message", getMessage());
    if (data != null) {
      error.set("data", data);
    }
    return error;
  }

  public static String abbreviated(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
