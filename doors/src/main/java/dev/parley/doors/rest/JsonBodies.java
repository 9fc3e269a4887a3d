package dev.parley.doors.rest;

import dev.parley.core.error.Refused;
import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.RequestReader;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads the JSON bodies of requests. */
final class JsonBodies {
  private final RequestReader reader;
  private final BodyReader bodies;

  JsonBodies(int payloadBytesMax, int bytesMax, Duration patience) {
    this.reader = RequestReader.ofBodies(payloadBytesMax);
    this.bodies = new BodyReader(bytesMax, patience);
  }

  /**
   * Completes on the request's event loop.
   *
   * @param whole the field that takes the body as it is; null when it has fields of its own
   */
  CompletableFuture<Request> read(HttpServerRequest http, @Nullable Field whole) {
    return bodies.read(http).thenApply(body -> whole == null ? parse(body) : whole(whole, body));
  }

  private static Request whole(Field field, byte[] body) {
    Request request = new Request();
    request.set(field, body);
    return request;
  }

  private Request parse(byte[] body) {
    if (body.length == 0) {
      return new Request();
    }
    Request request = reader.read(body, body.length);
    Refused problem = request.problem();
    if (problem != null) {
      throw problem;
    }
    return request;
  }
}
