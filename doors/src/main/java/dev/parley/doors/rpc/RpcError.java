package dev.parley.doors.rpc;

import dev.parley.core.error.Refused;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A message that is answered with an error. It is an answer, not an accident: no stack trace. */
public final class RpcError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ErrorKind kind;
  private final transient @Nullable JsonNode data;

  public RpcError(ErrorKind kind, String message) {
    this(kind, message, null);
  }

  public RpcError(ErrorKind kind, String message, @Nullable JsonNode data) {
    super(message, null, false, false);
    this.kind = kind;
    this.data = data;
  }

  public static RpcError invalidRequest(String message) {
    return new RpcError(ErrorKind.Standard.INVALID_REQUEST, message);
  }

  public static RpcError invalidParams(String message) {
    return new RpcError(ErrorKind.Standard.INVALID_PARAMS, message);
  }

  public static RpcError noSuchMethod(String method) {
    return new RpcError(
        ErrorKind.Standard.METHOD_NOT_FOUND, "Method not found: " + abbreviated(method));
  }

  /** The hub's refusal; its data names the hub's own code, and when to try again. */
  public static RpcError of(Refused refused) {
    ObjectNode data = Json.object().put("code", refused.code().wireName());
    if (refused.retryAfter() != null) {
      data.put("retryAfterMs", refused.retryAfter().toMillis());
    }
    return new RpcError(
        new ErrorKind.OfHub(refused.code()), String.valueOf(refused.getMessage()), data);
  }

  public ErrorKind kind() {
    return kind;
  }

  /** The error object, with the code that its kind has in this protocol. */
  ObjectNode toJson(int code) {
    ObjectNode error = Json.object().put("code", code);
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
