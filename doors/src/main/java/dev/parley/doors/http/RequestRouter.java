package dev.parley.doors.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a request to the endpoint its path names, or away. */
final class RequestRouter {
  private static final Logger LOG = LoggerFactory.getLogger(RequestRouter.class);

  private final HostCheck hosts;
  private final Visitors visitors;
  private final Map<String, Route> routes;

  RequestRouter(DoorConfig config, Iterable<Route> routes, Visitors visitors) {
    this.hosts = new HostCheck(config.ports().hostNames());
    this.visitors = visitors;
    this.routes =
        java.util.stream.StreamSupport.stream(routes.spliterator(), false)
            .collect(Collectors.toUnmodifiableMap(Route::path, Function.identity()));
  }

  void handle(HttpServerRequest request) {
    visitors.onRequest(request.connection());
    request.response().endHandler(_ -> visitors.onAnswered(request.connection()));
    if (visitors.isClosing()) {
      refuse(request, 503, "the hub is stopping");
      return;
    }
    if (visitors.isCrowded()) {
      refuse(request, 503, "too many connections; try again later");
      return;
    }
    String objection = hosts.objection(request);
    if (objection != null) {
      refuse(request, 403, objection);
      return;
    }
    Route route = routes.get(request.path());
    if (route == null) {
      refuse(request, 404, "there is nothing at this path");
      return;
    }
    if (!HttpMethod.GET.equals(request.method()) && !HttpMethod.HEAD.equals(request.method())) {
      request.response().putHeader("Allow", "GET, HEAD");
      refuse(request, 405, "this path is only read");
      return;
    }
    enter(route, request);
  }

  private static void enter(Route route, HttpServerRequest request) {
    try {
      route.endpoint().handle(request);
    } catch (RuntimeException e) {
      LOG.error("{} failed", route.path(), e);
      if (!request.response().ended()) {
        refuse(request, 500, "the hub failed inside; its log has the details");
      }
    }
  }

  private static void refuse(HttpServerRequest request, int status, String why) {
    var response =
        request
            .response()
            .setStatusCode(status)
            .putHeader("Content-Type", "text/plain; charset=utf-8")
            .putHeader("X-Content-Type-Options", "nosniff");
    if (status == 503 || status == 403) {
      // Nothing better will come of this connection, and it takes a place.
      response.putHeader("Connection", "close");
      response.end(why + "\n").onComplete(_ -> request.connection().close());
    } else {
      response.end(why + "\n");
    }
  }
}
