package dev.parley.doors.http.body;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Reads whole bodies of requests into memory, up to a size and within a time.
 *
 * @param bytesMax the largest body
 * @param patience how long a client may take to send it
 */
public record BodyReader(int bytesMax, Duration patience) {

  /**
   * Completes on the request's event loop, on which it has to be called before anything of the body
   * was read. Fails with {@link Refused} when the body is too large, too slow, broken off or not
   * what was signed; what is left of it is not read then, so the answer closes the connection.
   */
  public CompletableFuture<byte[]> read(HttpServerRequest request) {
    CompletableFuture<byte[]> read = new CompletableFuture<>();
    Context context = Objects.requireNonNull(Vertx.currentContext());
    long deadline =
        context
            .owner()
            .setTimer(
                patience.toMillis(),
                _ -> fail(request, read, ErrorCode.TIMEOUT, "the body came too slowly"));
    var _ = read.whenComplete((_, _) -> context.owner().cancelTimer(deadline));
    Buffer body = Buffer.buffer();
    request.handler(
        chunk -> {
          if (read.isDone()) {
            return;
          }
          if (body.length() + chunk.length() > bytesMax) {
            fail(request, read, ErrorCode.TOO_LARGE, "a body has at most " + bytesMax + " bytes");
          } else {
            body.appendBuffer(chunk);
          }
        });
    request.exceptionHandler(
        failure -> {
          if (failure instanceof Refused refused) {
            fail(request, read, refused.code(), String.valueOf(refused.getMessage()));
          } else {
            fail(request, read, ErrorCode.BAD_REQUEST, "the body broke off");
          }
        });
    request.endHandler(_ -> read.complete(body.getBytes()));
    return read;
  }

  private static void fail(
      HttpServerRequest request, CompletableFuture<byte[]> read, ErrorCode code, String why) {
    if (!read.isDone()) {
      if (!request.response().headWritten()) {
        request.response().putHeader("Connection", "close");
      }
      read.completeExceptionally(new Refused(code, why));
    }
  }
}
