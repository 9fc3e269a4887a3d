package dev.parley.doors.rest;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.RequestReader;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Reads the JSON bodies of requests, so large and so slow and no larger or slower. */
final class BodyReader {
  private final RequestReader reader;
  private final int bytesMax;
  private final Duration patience;

  BodyReader(int payloadBytesMax, int bytesMax, Duration patience) {
    this.reader = RequestReader.ofBodies(payloadBytesMax);
    this.bytesMax = bytesMax;
    this.patience = patience;
  }

  /** Completes on the request's event loop. */
  CompletableFuture<Request> read(HttpServerRequest http) {
    CompletableFuture<Request> read = new CompletableFuture<>();
    Context context = Objects.requireNonNull(Vertx.currentContext());
    long deadline =
        context
            .owner()
            .setTimer(
                patience.toMillis(),
                _ -> fail(http, read, new Refused(ErrorCode.TIMEOUT, "the body came too slowly")));
    var _ = read.whenComplete((_, _) -> context.owner().cancelTimer(deadline));
    Buffer body = Buffer.buffer();
    http.handler(
        chunk -> {
          if (read.isDone()) {
            return;
          }
          if (body.length() + chunk.length() > bytesMax) {
            fail(
                http,
                read,
                new Refused(ErrorCode.TOO_LARGE, "a body has at most " + bytesMax + " bytes"));
          } else {
            body.appendBuffer(chunk);
          }
        });
    http.exceptionHandler(
        e -> read.completeExceptionally(new Refused(ErrorCode.BAD_REQUEST, "the body broke off")));
    http.endHandler(_ -> parse(body, read));
    return read;
  }

  /** What is left of the body is not read: nothing can follow on this connection. */
  private static void fail(HttpServerRequest http, CompletableFuture<Request> read, Refused why) {
    http.response().putHeader("Connection", "close");
    read.completeExceptionally(why);
  }

  private void parse(Buffer body, CompletableFuture<Request> read) {
    if (read.isDone()) {
      return;
    }
    if (body.length() == 0) {
      read.complete(new Request());
      return;
    }
    try {
      Request request = reader.read(body.getBytes(), body.length());
      Refused problem = request.problem();
      if (problem != null) {
        throw problem;
      }
      read.complete(request);
    } catch (Refused refused) {
      read.completeExceptionally(refused);
    }
  }
}
