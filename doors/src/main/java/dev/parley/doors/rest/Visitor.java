package dev.parley.doors.rest;

import dev.parley.doors.http.Callers;
import dev.parley.identity.Principal;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Whoever asks for what is open to all: somebody who says who it is, or nobody in particular. */
final class Visitor {
  private Visitor() {}

  /**
   * @throws dev.parley.core.error.Refused when it says so with a token that is wrong
   */
  static @Nullable Principal of(Callers callers, HttpServerRequest request) {
    boolean says =
        request.getHeader("Authorization") != null
            || request.getHeader(Callers.KEY) != null
            || Callers.isSigned(request);
    return says ? callers.of(request) : null;
  }
}
