package dev.parley.doors.http;

import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;

/** A refusal as {@code application/problem+json} (RFC 9457). */
public final class Problem {
  public static final String CONTENT_TYPE = "application/problem+json";

  private Problem() {}

  public static byte[] json(Refused why) {
    int status = why.code().httpStatus();
    return json(
        status, why.code().wireName(), String.valueOf(why.getMessage()), why.code().retryable());
  }

  static byte[] json(int status, String code, String detail, boolean retryable) {
    JsonBuffer out = new JsonBuffer(256);
    out.ascii("{\"type\":\"about:blank\",\"title\":")
        .string(HttpResponseStatus.valueOf(status).reasonPhrase());
    out.ascii(",\"status\":").number(status);
    out.ascii(",\"code\":").string(code);
    out.ascii(",\"detail\":").string(detail);
    return out.ascii(",\"retryable\":").bool(retryable).ascii("}").toBytes();
  }

  /** Answers with it. On the response's event loop. */
  public static void answer(HttpServerResponse response, Refused why) {
    if (response.ended() || response.closed()) {
      return;
    }
    response
        .setStatusCode(why.code().httpStatus())
        .putHeader("Content-Type", CONTENT_TYPE)
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff");
    if (why.code().httpStatus() == 401) {
      response.putHeader("WWW-Authenticate", "Bearer");
    }
    var _ = response.end(Buffer.buffer(json(why)));
  }

  static String text(int status, String code, String detail) {
    return new String(json(status, code, detail, status == 503), StandardCharsets.UTF_8);
  }
}
