package dev.parley.doors.http;

import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.error.ErrorTable;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A refusal as {@code application/problem+json} (RFC 9457). */
public final class Problem {
  public static final String CONTENT_TYPE = "application/problem+json";
  private static final String GATEWAY_PATHS = "/api/v1/";

  private Problem() {}

  public static byte[] json(Refused why) {
    return json(ErrorTable.of(why.code()).httpStatus(), why, /* forGateway= */ false);
  }

  /**
   * @param status where HTTP has a more fitting one than the code's own
   * @param forGateway whether the words stand in {@code error} as well, see {@link #isForGateway}
   */
  static byte[] json(int status, Refused why, boolean forGateway) {
    JsonBuffer out = new JsonBuffer(256);
    out.ascii("{\"type\":\"about:blank\",\"title\":")
        .string(HttpResponseStatus.valueOf(status).reasonPhrase());
    out.ascii(",\"status\":").number(status);
    out.ascii(",\"code\":").string(why.code().wireName());
    out.ascii(",\"detail\":").string(String.valueOf(why.getMessage()));
    if (forGateway) {
      out.ascii(",\"error\":").string(String.valueOf(why.getMessage()));
    }
    out.ascii(",\"retryable\":").bool(why.code().retryable());
    if (why.retryAfter() != null) {
      out.ascii(",\"retryAfterMs\":").number(why.retryAfter().toMillis());
    }
    return out.ascii("}").toBytes();
  }

  /** Clients of the gateway look for {@code error} and {@code code}; others read both forms. */
  static boolean isForGateway(@Nullable String path) {
    return path != null && path.contains(GATEWAY_PATHS);
  }

  /** Answers with it. On the response's event loop. */
  public static void answer(HttpServerResponse response, Refused why) {
    answer(response, why, /* forGateway= */ false);
  }

  /** The same, in the form that is read at this path. */
  public static void answer(HttpServerRequest request, Refused why) {
    answer(request.response(), why, isForGateway(request.path()));
  }

  /**
   * @param status where HTTP has a more fitting one than the code's own
   */
  public static void answer(HttpServerRequest request, int status, Refused why) {
    answer(request.response(), status, why, isForGateway(request.path()));
  }

  private static void answer(HttpServerResponse response, Refused why, boolean forGateway) {
    answer(response, ErrorTable.of(why.code()).httpStatus(), why, forGateway);
  }

  private static void answer(
      HttpServerResponse response, int status, Refused why, boolean forGateway) {
    if (response.ended() || response.closed()) {
      return;
    }
    response
        .setStatusCode(status)
        .putHeader("Content-Type", CONTENT_TYPE)
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff");
    if (status == 401) {
      response.putHeader("WWW-Authenticate", "Bearer");
    }
    if (why.retryAfter() != null) {
      response.putHeader("Retry-After", seconds(why.retryAfter()));
    }
    var _ = response.end(Buffer.buffer(json(status, why, forGateway)));
  }

  /** As the header {@code Retry-After} wants it: whole seconds, never too early. */
  public static String seconds(Duration retryAfter) {
    return Long.toString(Math.max(1, retryAfter.plusMillis(999).toSeconds()));
  }
}
