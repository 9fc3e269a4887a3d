package dev.parley.doors.http;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a request to the endpoint its path names, or away. */
final class RequestRouter {
  private static final Logger LOG = LoggerFactory.getLogger(RequestRouter.class);

  private final HostCheck hosts;
  private final Visitors visitors;
  private final Map<String, List<Route>> literal = new HashMap<>();
  private final Map<PathTemplate, List<Route>> templates = new LinkedHashMap<>();

  RequestRouter(DoorConfig config, List<Route> routes, Visitors visitors) {
    this.hosts = new HostCheck(config.ports().hostNames());
    this.visitors = visitors;
    var byPath = routes.stream().collect(groupingBy(Route::path, LinkedHashMap::new, toList()));
    byPath.forEach(
        (path, sharing) -> {
          var template = new PathTemplate(path);
          if (template.isLiteral()) {
            literal.put(path, sharing);
          } else {
            templates.put(template, sharing);
          }
        });
  }

  void handle(HttpServerRequest request) {
    visitors.onRequest(request.connection());
    request.response().endHandler(_ -> visitors.onAnswered(request.connection()));
    if (visitors.isClosing()) {
      refuse(request, 503, ErrorCode.SHUTTING_DOWN, "the hub is stopping");
      return;
    }
    if (visitors.isCrowded()) {
      refuse(request, 503, ErrorCode.OVERLOADED, "too many connections; try again later");
      return;
    }
    String objection = hosts.objection(request);
    if (objection != null) {
      refuse(request, 403, ErrorCode.FORBIDDEN, objection);
      return;
    }
    List<Route> sharing;
    try {
      sharing = at(request);
    } catch (IllegalArgumentException e) {
      refuse(request, 400, ErrorCode.BAD_REQUEST, "the path is badly encoded");
      return;
    }
    if (sharing.isEmpty()) {
      refuse(request, 404, ErrorCode.NOT_FOUND, "there is nothing at this path");
      return;
    }
    Route route = choice(sharing, request);
    if (route != null) {
      enter(route, request);
      return;
    }
    String allowed =
        sharing.stream()
            .flatMap(shared -> shared.methods().stream())
            .map(HttpMethod::name)
            .sorted()
            .collect(joining(", "));
    request.response().putHeader("Allow", allowed);
    refuse(request, 405, ErrorCode.BAD_REQUEST, "this path takes " + allowed);
  }

  private List<Route> at(HttpServerRequest request) {
    String path = withoutDoubledSlash(request.path());
    List<Route> exact = path == null ? null : literal.get(path);
    if (exact != null || path == null) {
      return exact == null ? List.of() : exact;
    }
    for (Map.Entry<PathTemplate, List<Route>> entry : templates.entrySet()) {
      Map<String, String> named = entry.getKey().match(path);
      if (named != null) {
        named.forEach(request.params()::set);
        return entry.getValue();
      }
    }
    return List.of();
  }

  /** A client whose base address ends in a slash puts another one behind it. */
  private static @Nullable String withoutDoubledSlash(@Nullable String path) {
    return path != null && path.startsWith("//") ? path.substring(1) : path;
  }

  /**
   * The route of the request's kind before one of the other, or null when none takes its method.
   */
  private static @Nullable Route choice(List<Route> sharing, HttpServerRequest request) {
    Route.Kind kind =
        request.headers().contains("Upgrade", "websocket", true)
            ? Route.Kind.UPGRADE
            : Route.Kind.REQUEST;
    Route other = null;
    for (Route route : sharing) {
      if (route.methods().contains(request.method())) {
        if (route.kind() == kind) {
          return route;
        }
        other = other == null ? route : other;
      }
    }
    return other;
  }

  private static void enter(Route route, HttpServerRequest request) {
    try {
      route.endpoint().handle(request);
    } catch (RuntimeException e) {
      LOG.error("{} failed", route.path(), e);
      if (!request.response().ended()) {
        refuse(request, 500, ErrorCode.INTERNAL, "the hub failed inside; its log has the details");
      }
    }
  }

  /**
   * @param status HTTP's own, which is finer than the code: 405 beside 400, 503 for a full house
   */
  private static void refuse(HttpServerRequest request, int status, ErrorCode code, String why) {
    String path = request.path();
    boolean asProblem = path != null && (path.startsWith("/api/") || path.startsWith("//api/"));
    Buffer text =
        asProblem
            ? Buffer.buffer(
                Problem.json(status, new Refused(code, why), Problem.isForGateway(path)))
            : Buffer.buffer(why + "\n");
    var response =
        request
            .response()
            .setStatusCode(status)
            .putHeader(
                "Content-Type", asProblem ? Problem.CONTENT_TYPE : "text/plain; charset=utf-8")
            .putHeader("X-Content-Type-Options", "nosniff");
    if (status == 503 || status == 403) {
      // Nothing better will come of this connection, and it takes a place.
      response.putHeader("Connection", "close");
      response.end(text).onComplete(_ -> request.connection().close());
    } else {
      response.end(text);
    }
  }
}
