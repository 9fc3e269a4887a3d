package dev.parley.doors.http;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests in whose token or login this hub knows. Others wait until it knows what the other
 * hubs know: a token that one of them has handed out just now is good at all of them.
 */
public final class Newcomers implements Endpoint {
  private final Endpoint inside;
  private final Callers callers;
  private final Broker broker;

  private Newcomers(Endpoint inside, Callers callers, Broker broker) {
    this.inside = inside;
    this.callers = callers;
    this.broker = broker;
  }

  /**
   * The same routes where the hub has its store to itself, and those of WebSockets, over which a
   * token comes later.
   */
  public static List<Route> before(List<Route> routes, Callers callers, Broker broker) {
    if (!broker.isShared()) {
      return routes;
    }
    // An endpoint that several routes share is told once to stop.
    Map<Endpoint, Endpoint> waiting = new HashMap<>();
    return routes.stream()
        .map(
            route ->
                route.kind() == Route.Kind.UPGRADE
                    ? route
                    : route.to(
                        waiting.computeIfAbsent(
                            route.endpoint(), inside -> new Newcomers(inside, callers, broker))))
        .toList();
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (!callers.isStranger(request)) {
      inside.handle(request);
      return;
    }
    Context context = Objects.requireNonNull(Vertx.currentContext());
    PacedRequest waiting = PacedRequest.of(request);
    waiting.pause();
    var _ =
        broker
            .caughtUp()
            .whenComplete((_, failure) -> context.runOnContext(_ -> goOn(waiting, failure)));
  }

  private void goOn(PacedRequest request, @Nullable Throwable failure) {
    if (!request.response().closed()) {
      request.enter(
          failure == null ? inside : refused -> Problem.answer(refused, Refused.of(failure)));
    }
  }

  @Override
  public CompletableFuture<Void> stop(Duration within) {
    return inside.stop(within);
  }
}
