package dev.parley.doors.error;

import dev.parley.core.error.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The table of errors: a row for every {@link ErrorCode}, a column for every protocol. */
public final class ErrorTable {
  /**
   * @param httpStatus the status of an HTTP answer
   * @param closeCode the code that closes a WebSocket of the JSON dialect, in the cases in which
   *     the connection cannot go on. What an error frame says is {@link ErrorCode#wireName}
   * @param jsonRpcCode the code of a JSON-RPC error. Several errors share {@code -32603}: its data
   *     tells them apart
   * @param grpcStatus the name of the gRPC status, which is also {@code google.rpc}'s
   * @param gatewayClose how the binary gateway ends a connection that cannot go on
   */
  public record Row(
      int httpStatus,
      int closeCode,
      int jsonRpcCode,
      String grpcStatus,
      GatewayClose gatewayClose) {}

  private static final Map<ErrorCode, Row> ROWS = new EnumMap<>(ErrorCode.class);

  static {
    for (ErrorCode code : ErrorCode.values()) {
      ROWS.put(code, row(code));
    }
  }

  private ErrorTable() {}

  public static Row of(ErrorCode code) {
    return Objects.requireNonNull(ROWS.get(code));
  }

  private static Row row(ErrorCode code) {
    return switch (code) {
      case BAD_JSON -> new Row(400, 1007, -32700, "INVALID_ARGUMENT", GatewayClose.MALFORMED);
      case BAD_REQUEST -> new Row(400, 4400, -32602, "INVALID_ARGUMENT", GatewayClose.POLICY);
      case UNKNOWN_TYPE -> new Row(400, 4400, -32601, "UNIMPLEMENTED", GatewayClose.POLICY);
      case NOT_AUTHENTICATED ->
          new Row(401, 4401, -32051, "UNAUTHENTICATED", GatewayClose.AUTH_FAILED);
      case UNAUTHORIZED -> new Row(401, 4401, -32051, "UNAUTHENTICATED", GatewayClose.AUTH_FAILED);
      case FORBIDDEN -> new Row(403, 4403, -32052, "PERMISSION_DENIED", GatewayClose.AUTH_FAILED);
      case NOT_FOUND -> new Row(404, 4404, -32603, "NOT_FOUND", GatewayClose.POLICY);
      case GONE -> new Row(410, 4410, -32603, "FAILED_PRECONDITION", GatewayClose.POLICY);
      case ALREADY_EXISTS -> new Row(409, 4409, -32603, "ALREADY_EXISTS", GatewayClose.POLICY);
      case CONFLICT -> new Row(409, 4409, -32603, "FAILED_PRECONDITION", GatewayClose.POLICY);
      case TOO_LARGE -> new Row(413, 1009, -32602, "INVALID_ARGUMENT", GatewayClose.TOO_LARGE);
      case TIMEOUT -> new Row(504, 4408, -32603, "DEADLINE_EXCEEDED", GatewayClose.POLICY);
      case OVERLOADED -> new Row(429, 4429, -32603, "RESOURCE_EXHAUSTED", GatewayClose.POLICY);
      case RATE_LIMITED -> new Row(429, 4429, -32603, "RESOURCE_EXHAUSTED", GatewayClose.POLICY);
      case LOOP_DETECTED -> new Row(409, 4409, -32603, "FAILED_PRECONDITION", GatewayClose.POLICY);
      case BUDGET_EXCEEDED -> new Row(429, 4429, -32603, "RESOURCE_EXHAUSTED", GatewayClose.POLICY);
      case STORE_FULL -> new Row(507, 4507, -32603, "RESOURCE_EXHAUSTED", GatewayClose.INTERNAL);
      case STORE_UNAVAILABLE -> new Row(503, 4503, -32603, "UNAVAILABLE", GatewayClose.INTERNAL);
      case SHUTTING_DOWN -> new Row(503, 1001, -32603, "UNAVAILABLE", GatewayClose.GOING_AWAY);
      case INTERNAL -> new Row(500, 1011, -32603, "INTERNAL", GatewayClose.INTERNAL);
    };
  }
}
