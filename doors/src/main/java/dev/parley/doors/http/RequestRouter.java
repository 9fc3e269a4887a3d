package dev.parley.doors.http;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    List<Route> sharing;
    try {
      sharing = at(request);
    } catch (IllegalArgumentException e) {
      refuse(request, 400, "the path is badly encoded");
      return;
    }
    if (sharing.isEmpty()) {
      refuse(request, 404, "there is nothing at this path");
      return;
    }
    for (Route route : sharing) {
      if (route.methods().contains(request.method())) {
        enter(route, request);
        return;
      }
    }
    String allowed =
        sharing.stream()
            .flatMap(route -> route.methods().stream())
            .map(HttpMethod::name)
            .sorted()
            .collect(joining(", "));
    request.response().putHeader("Allow", allowed);
    refuse(request, 405, "this path takes " + allowed);
  }

  private List<Route> at(HttpServerRequest request) {
    String path = request.path();
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
    String path = request.path();
    boolean asProblem = path != null && path.startsWith("/api/");
    String text = asProblem ? Problem.text(status, code(status), why) : why + "\n";
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

  private static String code(int status) {
    return switch (status) {
      case 403 -> "forbidden";
      case 404 -> "not_found";
      case 500 -> "internal";
      case 503 -> "overloaded";
      default -> "bad_request";
    };
  }
}
