package dev.parley.dashboard.browser.fake;

import static dev.parley.dashboard.browser.fake.FakeMail.JSON;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.oauth.AppLogins;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.time.SystemTime;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Route;
import dev.parley.doors.rest.apps.AppDoor;
import dev.parley.doors.rest.apps.AppRooms;
import dev.parley.doors.rest.apps.AppShapes;
import dev.parley.doors.rest.apps.OpenPages;
import dev.parley.doors.rest.apps.Packages;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests about apps, in the real shapes; their pages come through the real door. */
final class FakeAppRoutes {
  private final FakeAppHost apps;
  private final AppDoor door;

  FakeAppRoutes(FakeAppHost apps) {
    this.apps = apps;
    SystemTime time = new SystemTime();
    try {
      AppLogins logins = AppLogins.open(apps, Map.of(), apps.folder().resolve("logins.json"), time);
      // Nobody is known by a token here: only pages that were opened come in.
      Callers nobody = null;
      this.door =
          new AppDoor(
              new AppRooms(apps, null, logins),
              nobody,
              new OpenPages(time::millis),
              Duration.ofSeconds(10));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Route> pages() {
    return door.routes();
  }

  void addTo(FakeRoutes routes) {
    String one = "/api/apps/{id}";
    routes.on(HttpMethod.GET, "/api/apps", (_, _) -> all());
    routes.on(HttpMethod.POST, "/api/apps", (request, body) -> install(request, body));
    routes.on(HttpMethod.POST, "/api/apps/inspect", this::inspect);
    routes.on(HttpMethod.GET, one, (request, _) -> shown(request));
    routes.on(HttpMethod.DELETE, one, (request, _) -> uninstall(request));
    routes.on(HttpMethod.POST, one + "/launch", (request, _) -> acted(request, apps::launch));
    routes.on(HttpMethod.POST, one + "/stop", (request, _) -> acted(request, apps::stop));
    routes.on(HttpMethod.POST, one + "/restart", (request, _) -> acted(request, apps::launch));
    routes.on(HttpMethod.POST, one + "/approve", this::approve);
    routes.on(HttpMethod.GET, one + "/settings", (request, _) -> settings(id(request)));
    routes.on(HttpMethod.PUT, one + "/settings", this::set);
    routes.on(HttpMethod.POST, "/api/v1/apps/{id}/ui/open", (request, _) -> open(request));
    routes.on(HttpMethod.GET, "/api/v1/apps", (_, _) -> catalogue());
    routes.on(HttpMethod.GET, "/api/v1/admin/apps", (_, _) -> list("apps"));
    routes.on(HttpMethod.GET, "/api/v1/developer/apps", (_, _) -> list("products"));
  }

  private static String id(HttpServerRequest request) {
    return request.getParam("id");
  }

  private static ObjectNode list(String name) {
    ObjectNode answer = JSON.createObjectNode();
    answer.putArray(name);
    return answer;
  }

  private static ObjectNode written(Consumer<JsonBuffer> writer) {
    JsonBuffer out = new JsonBuffer(1_024);
    writer.accept(out);
    return JSON.readTree(out.toBytes()).asObject();
  }

  private ObjectNode shape(AppStatus app) {
    Manifest waits = apps.pending.get(app.id());
    return written(out -> AppShapes.app(out, app, List.of(), waits));
  }

  private ObjectNode all() {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode list = answer.putArray("apps");
    apps.all().forEach(app -> list.add(shape(app)));
    return answer;
  }

  private ObjectNode shown(HttpServerRequest request) {
    return apps.find(id(request))
        .map(this::shape)
        .orElseGet(() -> FakeRoutes.problem(request, 404, "there is no app '" + id(request) + "'"));
  }

  private ObjectNode acted(HttpServerRequest request, Consumer<String> action) {
    action.accept(id(request));
    return shown(request);
  }

  private ObjectNode inspect(HttpServerRequest request, JsonNode body) {
    Manifest found = apps.shelf.get(body.path("id").asString(""));
    return found == null
        ? FakeRoutes.problem(request, 404, "the store has no such app")
        : written(
            out ->
                AppShapes.candidate(
                    out, new Packages.Candidate(found, "the store of the tests", true), null));
  }

  private static Set<String> agreed(JsonNode body) {
    Set<String> agreed = new HashSet<>();
    body.path("permissions").forEach(each -> agreed.add(each.asString()));
    return agreed;
  }

  private ObjectNode install(HttpServerRequest request, JsonNode body) {
    Manifest found = apps.shelf.get(body.path("id").asString(""));
    if (!agreed(body).equals(found.permissions())) {
      return FakeRoutes.problem(request, 409, "it wants other permissions");
    }
    apps.put(found, AppStatus.State.RUNNING, "");
    return shape(apps.find(found.id()).orElseThrow());
  }

  private ObjectNode approve(HttpServerRequest request, JsonNode body) {
    Manifest waits = apps.pending.get(id(request));
    if (!agreed(body).equals(waits.permissions())) {
      return FakeRoutes.problem(request, 409, "it wants other permissions");
    }
    apps.pending.remove(waits.id());
    apps.put(waits, AppStatus.State.RUNNING, "");
    return shown(request);
  }

  private ObjectNode uninstall(HttpServerRequest request) {
    apps.uninstalled.put(id(request), request.getParam("data"));
    apps.remove(id(request));
    return JSON.createObjectNode();
  }

  private ObjectNode settings(String id) {
    return written(out -> AppShapes.settings(out, apps.settings(id), apps.secrets(id)));
  }

  private ObjectNode set(HttpServerRequest request, JsonNode body) {
    Map<String, String> changes = new HashMap<>();
    body.get("values")
        .properties()
        .forEach(
            each ->
                changes.put(
                    each.getKey(), each.getValue().isNull() ? null : each.getValue().asString()));
    Set<String> secret = new HashSet<>();
    body.path("secret").forEach(each -> secret.add(each.asString()));
    apps.set(id(request), changes, secret);
    return settings(id(request));
  }

  private ObjectNode open(HttpServerRequest request) {
    String url = door.open(id(request), request.getHeader("Host"), () -> true);
    return JSON.createObjectNode().put("url", url);
  }

  private ObjectNode catalogue() {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode list = answer.putArray("apps");
    apps.shelf.values().stream()
        .sorted(java.util.Comparator.comparing(Manifest::id))
        .forEach(
            each ->
                list.addObject()
                    .put("id", each.id())
                    .put("slug", each.id())
                    .put("name", each.name())
                    .put("version", each.version())
                    .put("description", each.description()));
    return answer;
  }
}
