package dev.parley.doors.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import io.vertx.core.internal.http.HttpServerRequestWrapper;

/**
 * A request that may have to wait before it goes in. Its body waits as well, and goes on being read
 * when it has gone in, unless whoever took it says itself how fast. Event loop.
 */
class PacedRequest extends HttpServerRequestWrapper {
  private boolean paced;

  PacedRequest(HttpServerRequest request) {
    super((HttpServerRequestInternal) request);
  }

  static PacedRequest of(HttpServerRequest request) {
    return request instanceof PacedRequest already ? already : new PacedRequest(request);
  }

  @Override
  public HttpServerRequest pause() {
    paced = true;
    return super.pause();
  }

  /** Goes in, after it was paused. */
  final void enter(Endpoint inside) {
    paced = false;
    inside.handle(this);
    if (!paced) {
      resume();
    }
  }
}
