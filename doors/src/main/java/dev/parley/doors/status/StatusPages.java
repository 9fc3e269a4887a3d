package dev.parley.doors.status;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.Route;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pages about the hub itself. Without a token they say only whether it is well: how much there
 * is, how fast it goes and which version runs is for the owner, from this machine as from any
 * other.
 */
public final class StatusPages implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatusPages.class);
  private static final String JSON = "application/json";

  private final HubView hub;
  private final Callers callers;
  private final boolean openMetrics;
  private final LongSupplier millis;

  /** Made when somebody first asks: it takes a while, and most hubs are never asked. */
  private @Nullable Metrics metrics;

  /**
   * @param openMetrics show metrics to everybody who asks
   */
  public StatusPages(HubView hub, Callers callers, boolean openMetrics, LongSupplier millis) {
    this.hub = hub;
    this.callers = callers;
    this.openMetrics = openMetrics;
    this.millis = millis;
  }

  public List<Route> routes() {
    return List.of(
        Route.forEveryone("/health", this::health),
        Route.forOwner("/ready", this::ready),
        Route.forOwner("/metrics", this::metrics),
        Route.forOwner("/status", this::page));
  }

  private void health(HttpServerRequest request) {
    answer(request.response(), 200, JSON, "{\"status\":\"ok\"}\n");
  }

  private void ready(HttpServerRequest request) {
    boolean ready = hub.isReady();
    String text = ready ? "{\"ready\":true}\n" : "{\"ready\":false}\n";
    answer(request.response(), ready ? 200 : 503, JSON, text);
  }

  private void metrics(HttpServerRequest request) {
    if (openMetrics || isOwner(request)) {
      later(request, Metrics.CONTENT_TYPE, () -> measured().text());
    }
  }

  /** Anybody else has been answered when this returns. */
  private boolean isOwner(HttpServerRequest request) {
    try {
      if (!callers.of(request).isOwner()) {
        throw new Refused(ErrorCode.FORBIDDEN, "only the owner may look at this");
      }
      return true;
    } catch (Refused refused) {
      Problem.answer(request.response(), refused);
      return false;
    }
  }

  private synchronized Metrics measured() {
    Metrics made = metrics;
    if (made == null) {
      made = new Metrics(hub, millis);
      metrics = made;
    }
    return made;
  }

  private void page(HttpServerRequest request) {
    if (isOwner(request)) {
      later(request, "text/html; charset=utf-8", () -> StatusPage.html(hub, millis.getAsLong()));
    }
  }

  /** Some numbers come from the store, which event loops do not wait for. */
  private static void later(HttpServerRequest request, String type, Supplier<String> text) {
    Context context =
        Objects.requireNonNull(Vertx.currentContext(), "requests come on event loops");
    HttpServerResponse response = request.response();
    Thread.ofVirtual()
        .name("parley-status")
        .start(
            () -> {
              try {
                String written = text.get();
                context.runOnContext(_ -> answer(response, 200, type, written));
              } catch (RuntimeException e) {
                LOG.error("a status page could not be written", e);
                context.runOnContext(_ -> answer(response, 500, "text/plain", "not available\n"));
              }
            });
  }

  /** Lets go of what listens to the garbage collector. */
  @Override
  public synchronized void close() {
    if (metrics != null) {
      metrics.close();
      metrics = null;
    }
  }

  private static void answer(HttpServerResponse response, int status, String type, String text) {
    if (response.closed()) {
      return;
    }
    response
        .setStatusCode(status)
        .putHeader("Content-Type", type)
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Content-Security-Policy", StatusPage.contentSecurityPolicy());
    var _ = response.end(text);
  }
}
