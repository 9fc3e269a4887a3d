package dev.parley.doors.http;

import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** What answers at a path. */
@FunctionalInterface
public interface Endpoint {

  /** Answers a request of one of the route's methods. On an event loop; must not block. */
  void handle(HttpServerRequest request);

  /**
   * Ends what the endpoint still has open, telling the other side; completes at the latest after
   * {@code within}.
   */
  default CompletableFuture<Void> stop(Duration within) {
    return CompletableFuture.completedFuture(null);
  }
}
