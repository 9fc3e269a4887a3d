package dev.parley.doors.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.error.ErrorCode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every error has a name in every protocol. */
final class ErrorTableTest {
  private static final Set<String> GRPC_STATUSES =
      Set.of(
          "CANCELLED",
          "UNKNOWN",
          "INVALID_ARGUMENT",
          "DEADLINE_EXCEEDED",
          "NOT_FOUND",
          "ALREADY_EXISTS",
          "PERMISSION_DENIED",
          "RESOURCE_EXHAUSTED",
          "FAILED_PRECONDITION",
          "ABORTED",
          "OUT_OF_RANGE",
          "UNIMPLEMENTED",
          "INTERNAL",
          "UNAVAILABLE",
          "DATA_LOSS",
          "UNAUTHENTICATED");

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyColumnHasAValueItsProtocolKnows(ErrorCode code) {
    ErrorTable.Row row = ErrorTable.of(code);
    assertThat(row.httpStatus()).isBetween(400, 599);
    assertThat(row.closeCode()).matches(ErrorTableTest::mayBeSent);
    assertThat(row.jsonRpcCode()).isBetween(-32768, -32000);
    assertThat(row.grpcStatus()).isIn(GRPC_STATUSES);
    assertThat(row.gatewayClose().code()).matches(ErrorTableTest::mayBeSent);
  }

  /** 1004 to 1006 never stand on the wire, and the gateway's client refuses 1012 to 2999. */
  private static boolean mayBeSent(int closeCode) {
    return (closeCode >= 1000 && closeCode <= 1003)
        || (closeCode >= 1007 && closeCode <= 1011)
        || (closeCode >= 4000 && closeCode <= 4999);
  }

  @ParameterizedTest
  @CsvSource({
    "BAD_JSON, 400, 1007, -32700",
    "BAD_REQUEST, 400, 4400, -32602",
    "UNKNOWN_TYPE, 400, 4400, -32601",
    "NOT_AUTHENTICATED, 401, 4401, -32051",
    "UNAUTHORIZED, 401, 4401, -32051",
    "FORBIDDEN, 403, 4403, -32052",
    "NOT_FOUND, 404, 4404, -32603",
    "GONE, 410, 4410, -32603",
    "ALREADY_EXISTS, 409, 4409, -32603",
    "CONFLICT, 409, 4409, -32603",
    "TOO_LARGE, 413, 1009, -32602",
    "TIMEOUT, 504, 4408, -32603",
    "OVERLOADED, 429, 4429, -32603",
    "RATE_LIMITED, 429, 4429, -32603",
    "LOOP_DETECTED, 409, 4409, -32603",
    "BUDGET_EXCEEDED, 429, 4429, -32603",
    "STORE_FULL, 507, 4507, -32603",
    "STORE_UNAVAILABLE, 503, 4503, -32603",
    "SHUTTING_DOWN, 503, 1001, -32603",
    "INTERNAL, 500, 1011, -32603"
  })
  void whatClientsAlreadyRelyOnStays(ErrorCode code, int http, int close, int rpc) {
    ErrorTable.Row row = ErrorTable.of(code);
    assertThat(row.httpStatus()).isEqualTo(http);
    assertThat(row.closeCode()).isEqualTo(close);
    assertThat(row.jsonRpcCode()).isEqualTo(rpc);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void nothingThatMayPassKeepsAGatewayClientAwayForGood(ErrorCode code) {
    if (code.retryable()) {
      assertThat(ErrorTable.of(code).gatewayClose()).isNotEqualTo(GatewayClose.AUTH_FAILED);
    }
  }

  @Test
  void aWrongTokenIsAnAuthenticationFailureAtTheGateway() {
    assertThat(ErrorTable.of(ErrorCode.UNAUTHORIZED).gatewayClose().code()).isEqualTo(4003);
  }
}
