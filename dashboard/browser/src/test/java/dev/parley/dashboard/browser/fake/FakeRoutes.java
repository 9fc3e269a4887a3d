package dev.parley.dashboard.browser.fake;

import static dev.parley.dashboard.browser.fake.FakeMail.JSON;

import dev.parley.doors.http.Route;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests that are answered in JSON to whoever has signed in, one at a time. */
final class FakeRoutes {
  private static final int LIMIT_MAX = 500;

  private final FakeHub hub;
  private final List<Route> routes = new ArrayList<>();

  FakeRoutes(FakeHub hub) {
    this.hub = hub;
  }

  List<Route> all() {
    return routes;
  }

  void on(
      HttpMethod method, String path, BiFunction<HttpServerRequest, JsonNode, ObjectNode> answer) {
    routes.add(
        Route.forOwner(
                path,
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              boolean isOpen = path.equals("/api/login") || hub.knows(request);
                              ObjectNode written =
                                  isOpen
                                      ? answered(
                                          request,
                                          body.length() == 0
                                              ? JSON.createObjectNode()
                                              : JSON.readTree(body.getBytes()),
                                          answer)
                                      : problem(request, 401, "sign in first");
                              var _ =
                                  request
                                      .response()
                                      .putHeader("Content-Type", "application/json")
                                      .end(written.toString());
                            }))
            .taking(method));
  }

  private ObjectNode answered(
      HttpServerRequest request,
      JsonNode body,
      BiFunction<HttpServerRequest, JsonNode, ObjectNode> answer) {
    synchronized (hub) {
      String failure = hub.failureOf(request.path());
      return failure == null ? answer.apply(request, body) : problem(request, 500, failure);
    }
  }

  static ObjectNode problem(HttpServerRequest request, int status, String detail) {
    request.response().setStatusCode(status);
    return JSON.createObjectNode().put("status", status).put("detail", detail);
  }

  static ObjectNode page(HttpServerRequest request, String name, List<? extends JsonNode> all) {
    String asked = request.getParam("limit");
    int limit = Math.min(LIMIT_MAX, asked == null ? 50 : Integer.parseInt(asked));
    String cursor = request.getParam("cursor");
    int start = cursor == null ? 0 : Integer.parseInt(cursor);
    int end = Math.min(all.size(), start + limit);
    ObjectNode page = JSON.createObjectNode();
    ArrayNode shown = page.putArray(name);
    all.subList(Math.min(start, end), end).forEach(shown::add);
    return end < all.size() ? page.put("next", Integer.toString(end)) : page.putNull("next");
  }
}
