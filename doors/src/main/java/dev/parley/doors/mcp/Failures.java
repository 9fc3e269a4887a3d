package dev.parley.doors.mcp;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.rpc.RpcError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a failure is called in JSON-RPC. */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  static RpcError of(RuntimeException failure, String method) {
    if (failure instanceof RpcError error) {
      return error;
    }
    Refused refused = Refused.of(failure);
    if (refused.code() == ErrorCode.INTERNAL) {
      LOG.error("{} failed", method, failure);
    }
    return RpcError.of(refused);
  }
}
