package dev.parley.doors.http;

import dev.parley.identity.limits.Insistence;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Reads whoever was refused again and again more slowly, whatever door it asks at: its next request
 * waits, a second at most, before anybody looks at it. Who it is is told by what it carries; what
 * is nobody's counts for the place it comes from, and never makes anybody wait who is known. The
 * owner never waits.
 */
public final class Brake implements Endpoint {
  /** Who may not, is too fast, or finds no place. */
  private static final Set<Integer> REFUSALS = Set.of(401, 403, 429, 503);

  /** More than this many do not wait: they are handled as they come, as without this. */
  private static final int WAITING_MAX = 2_000;

  private final Endpoint inside;
  private final Shared shared;

  /** How something is done later, on the context it is given. */
  @FunctionalInterface
  interface Later {
    void run(Context context, Duration after, Runnable action);
  }

  private record Shared(
      Callers callers, Insistence insistence, Later later, AtomicInteger waiting) {}

  private Brake(Endpoint inside, Shared shared) {
    this.inside = inside;
    this.shared = shared;
  }

  /** The same routes; those of WebSockets as they are, which have a brake of their own. */
  public static List<Route> before(List<Route> routes, Callers callers) {
    return before(
        routes,
        callers,
        System::nanoTime,
        (context, after, action) ->
            context.owner().setTimer(Math.max(1, after.toMillis()), _ -> action.run()));
  }

  /**
   * @param nanos a clock that never goes back
   */
  static List<Route> before(List<Route> routes, Callers callers, LongSupplier nanos, Later later) {
    Shared shared = new Shared(callers, new Insistence(nanos), later, new AtomicInteger());
    // An endpoint that several routes share is told once to stop.
    Map<Endpoint, Endpoint> braking = new HashMap<>();
    return routes.stream()
        .map(
            route ->
                route.kind() == Route.Kind.UPGRADE
                    ? route
                    : route.to(
                        braking.computeIfAbsent(
                            route.endpoint(), inside -> new Brake(inside, shared))))
        .toList();
  }

  @Override
  public void handle(HttpServerRequest request) {
    request.response().headersEndHandler(_ -> onAnswer(request));
    Duration wait = wait(request);
    if (wait.isZero()) {
      inside.handle(request);
      return;
    }
    Context context = Objects.requireNonNull(Vertx.currentContext());
    PacedRequest waiting = PacedRequest.of(request);
    waiting.pause();
    shared.waiting.incrementAndGet();
    shared.later.run(context, wait, () -> goOn(waiting));
  }

  private Duration wait(HttpServerRequest request) {
    if (shared.insistence.isNone() || shared.waiting.get() >= WAITING_MAX) {
      return Duration.ZERO;
    }
    String who = shared.callers.counted(request);
    return who == null ? Duration.ZERO : shared.insistence.waitOf(who);
  }

  private void goOn(PacedRequest request) {
    shared.waiting.decrementAndGet();
    if (!request.response().closed()) {
      request.enter(inside);
    }
  }

  private void onAnswer(HttpServerRequest request) {
    if (REFUSALS.contains(request.response().getStatusCode())) {
      String who = shared.callers.counted(request);
      if (who != null) {
        shared.insistence.onRefused(who);
      }
    }
  }

  @Override
  public CompletableFuture<Void> stop(Duration within) {
    return inside.stop(within);
  }
}
