package dev.parley.doors.rest;

import dev.parley.core.error.Refused;
import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.RequestReader;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Reads the JSON bodies of requests. */
final class JsonBodies {
  private final RequestReader reader;
  private final BodyReader bodies;

  JsonBodies(int payloadBytesMax, int bytesMax, Duration patience) {
    this.reader = RequestReader.ofBodies(payloadBytesMax);
    this.bodies = new BodyReader(bytesMax, patience);
  }

  /** Completes on the request's event loop. */
  CompletableFuture<Request> read(HttpServerRequest http) {
    return bodies.read(http).thenApply(this::parse);
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
