package dev.parley.dashboard.browser.fake;

import static dev.parley.dashboard.browser.fake.FakeMail.JSON;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What agents work on, and the requests about it. Not thread safe: the hub holds its lock. */
final class FakeWork {
  private static final long DAY_MILLIS = 86_400_000;

  private final FakeHub hub;
  final Map<String, ObjectNode> approvals = new LinkedHashMap<>();
  final Map<String, ObjectNode> stops = new LinkedHashMap<>();
  final Map<String, ObjectNode> turns = new LinkedHashMap<>();
  final List<String> stopped = new ArrayList<>();
  final Map<String, ObjectNode> tasks = new LinkedHashMap<>();
  final Map<String, ObjectNode> schedules = new TreeMap<>();
  final Map<String, List<ObjectNode>> runs = new LinkedHashMap<>();
  final Map<String, List<ObjectNode>> memories = new LinkedHashMap<>();
  final Map<String, ObjectNode> waterfalls = new LinkedHashMap<>();
  final Map<String, FakeLog> logs = new ConcurrentHashMap<>();
  final Map<String, ObjectNode> lanes = new LinkedHashMap<>();
  ObjectNode budget;

  FakeWork(FakeHub hub) {
    this.hub = hub;
  }

  void addTo(FakeRoutes routes) {
    routes.on(HttpMethod.GET, "/api/agents/{id}/turns", (request, _) -> turns(request));
    routes.on(
        HttpMethod.DELETE, "/api/agents/{id}/turns/{session}", (request, _) -> stopped(request));
    routes.on(HttpMethod.GET, "/api/agents/{id}/lanes", (request, _) -> lanes(request));
    routes.on(HttpMethod.GET, "/api/approvals", (request, _) -> approvals(request));
    routes.on(HttpMethod.GET, "/api/approvals/{id}", (request, _) -> approval(request));
    routes.on(HttpMethod.POST, "/api/approvals/{id}", this::answerApproval);
    routes.on(HttpMethod.GET, "/api/governor", (_, _) -> governor());
    routes.on(HttpMethod.POST, "/api/governor/{id}/allow", (request, _) -> allowed(request));
    routes.on(HttpMethod.GET, "/api/tasks", (request, _) -> tasks(request));
    routes.on(HttpMethod.GET, "/api/tasks/{id}", (request, _) -> task(request));
    routes.on(HttpMethod.POST, "/api/tasks/{id}/cancel", this::cancel);
    routes.on(HttpMethod.GET, "/api/schedules", (request, _) -> schedules(request));
    routes.on(HttpMethod.POST, "/api/schedules", (request, body) -> create(request, body));
    routes.on(HttpMethod.GET, "/api/schedules/preview", (request, _) -> preview(request));
    routes.on(HttpMethod.GET, "/api/messages/{id}/waterfall", (request, _) -> waterfall(request));
    String one = "/api/schedules/{id}/{name}";
    routes.on(HttpMethod.GET, one, (request, _) -> schedule(request));
    routes.on(HttpMethod.PUT, one, this::change);
    routes.on(HttpMethod.DELETE, one, (request, _) -> delete(request));
    routes.on(HttpMethod.POST, one + "/trigger", (request, _) -> trigger(request));
    routes.on(HttpMethod.GET, one + "/history", (request, _) -> history(request));
    String all = "/api/agents/{id}/memories";
    routes.on(HttpMethod.GET, all, (request, _) -> memories(request));
    routes.on(HttpMethod.DELETE, all + "/{memory}", (request, _) -> forget(request));
  }

  // ---- turns, approvals and stops

  private ObjectNode turns(HttpServerRequest request) {
    ObjectNode said = turns.get(request.getParam("id"));
    if (said != null) {
      return said;
    }
    ObjectNode none = JSON.createObjectNode();
    none.putArray("open");
    none.putArray("turns");
    return none;
  }

  private ObjectNode lanes(HttpServerRequest request) {
    ObjectNode found = lanes.get(request.getParam("id"));
    return found == null ? FakeRoutes.problem(request, 404, "it has no lanes") : found;
  }

  private ObjectNode stopped(HttpServerRequest request) {
    stopped.add(request.getParam("id") + "/" + request.getParam("session"));
    return JSON.createObjectNode();
  }

  private ObjectNode approvals(HttpServerRequest request) {
    boolean all = "all".equals(request.getParam("state"));
    List<ObjectNode> found =
        approvals.values().stream()
            .filter(each -> all || each.get("state").asString().equals("open"))
            .toList();
    return FakeRoutes.page(request, "approvals", found.reversed());
  }

  private ObjectNode approval(HttpServerRequest request) {
    ObjectNode found = approvals.get(request.getParam("id"));
    return found == null ? FakeRoutes.problem(request, 404, "nobody asked that") : found;
  }

  private ObjectNode answerApproval(HttpServerRequest request, JsonNode body) {
    ObjectNode found = approval(request);
    if (!found.path("sha256").equals(body.path("sha256"))) {
      return FakeRoutes.problem(request, 409, "that was about something else");
    }
    found.put("state", body.path("allow").asBoolean() ? "allowed" : "denied");
    if (body.has("reason")) {
      found.set("reason", body.get("reason"));
    }
    hub.tell("approval", found.put("by", "developer").put("door", "rest"));
    return found;
  }

  private ObjectNode governor() {
    ObjectNode answer = JSON.createObjectNode().put("enabled", true);
    if (budget != null) {
      answer.set("agentDay", budget);
    }
    stops.values().forEach(answer.putArray("stops")::add);
    return answer;
  }

  private ObjectNode allowed(HttpServerRequest request) {
    return stops.get(request.getParam("id")).put("state", "allowed");
  }

  private ObjectNode waterfall(HttpServerRequest request) {
    ObjectNode found = waterfalls.get(request.getParam("id"));
    return found == null ? FakeRoutes.problem(request, 404, "nothing is known of it") : found;
  }

  // ---- tasks

  private static boolean isOpen(ObjectNode task) {
    return !List.of("completed", "failed", "canceled").contains(task.get("state").asString());
  }

  private ObjectNode tasks(HttpServerRequest request) {
    String state = request.getParam("state");
    String agent = request.getParam("agent");
    List<ObjectNode> found =
        tasks.values().stream()
            .filter(
                task ->
                    state == null
                        || (state.equals("open")
                            ? isOpen(task)
                            : task.get("state").asString().equals(state)))
            .filter(task -> agent == null || isOf(task, agent))
            .toList();
    return FakeRoutes.page(request, "tasks", found.reversed());
  }

  private static boolean isOf(ObjectNode task, String agent) {
    return task.get("from").asString().equals(agent)
        || task.get("assignees").valueStream().anyMatch(each -> each.asString().equals(agent));
  }

  private ObjectNode task(HttpServerRequest request) {
    ObjectNode found = tasks.get(request.getParam("id"));
    return found == null ? FakeRoutes.problem(request, 404, "there is no task of that id") : found;
  }

  private ObjectNode cancel(HttpServerRequest request, JsonNode body) {
    ObjectNode found = task(request);
    if (!isOpen(found)) {
      return FakeRoutes.problem(request, 409, "it has ended");
    }
    found.put("state", "canceled").put("note", body.path("reason").asString("cancelled"));
    hub.tell("task", found.put("by", "developer"));
    return found;
  }

  // ---- schedules

  private static String key(HttpServerRequest request) {
    return request.getParam("id") + "/" + request.getParam("name");
  }

  private ObjectNode schedules(HttpServerRequest request) {
    String agent = request.getParam("agent");
    List<ObjectNode> found =
        schedules.values().stream()
            .filter(each -> agent == null || each.get("agentId").asString().equals(agent))
            .toList();
    return FakeRoutes.page(request, "schedules", found);
  }

  private ObjectNode schedule(HttpServerRequest request) {
    ObjectNode found = schedules.get(key(request));
    return found == null ? FakeRoutes.problem(request, 404, "there is no such schedule") : found;
  }

  private ObjectNode create(HttpServerRequest request, JsonNode body) {
    String key = body.get("agentId").asString() + "/" + body.get("name").asString();
    if (schedules.containsKey(key)) {
      return FakeRoutes.problem(request, 409, "there is a schedule of that name already");
    }
    ObjectNode made = body.deepCopy().asObject();
    made.put("path", "agent/" + body.get("to").asString()).remove("to");
    made.put("enabled", true).put("byOwner", true).put("runs", 0).put("createdAt", hub.now());
    schedules.put(key, made.put("next", hub.now() + DAY_MILLIS));
    request.response().setStatusCode(201);
    told("updated", made);
    return made;
  }

  private void told(String change, ObjectNode schedule) {
    ObjectNode event = JSON.createObjectNode().put("change", change);
    event.set("schedule", schedule);
    hub.tell("schedule", event);
  }

  /** Every day from tomorrow on; of what is no cron expression that it is none. */
  private ObjectNode preview(HttpServerRequest request) {
    String cron = request.getParam("cron");
    if (cron != null && cron.split(" ").length < 5) {
      return FakeRoutes.problem(request, 400, "'" + cron + "' is no cron expression");
    }
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode times = answer.putArray("times");
    for (int day = 1; day <= (cron == null ? 1 : 5); day++) {
      times.add(hub.now() + day * DAY_MILLIS);
    }
    return answer;
  }

  private ObjectNode change(HttpServerRequest request, JsonNode body) {
    ObjectNode found = schedule(request);
    found.set("enabled", body.get("enabled"));
    told("updated", found);
    return found;
  }

  private ObjectNode delete(HttpServerRequest request) {
    told("removed", schedules.remove(key(request)));
    return JSON.createObjectNode();
  }

  private ObjectNode trigger(HttpServerRequest request) {
    ObjectNode found = schedule(request);
    found.put("runs", found.get("runs").asInt() + 1);
    ran(key(request), "triggered", "");
    told("updated", found);
    return found;
  }

  void ran(String key, String outcome, String text) {
    ObjectNode run = JSON.createObjectNode().put("scheduledFor", hub.now()).put("at", hub.now());
    run.put("outcome", outcome);
    if (!text.isEmpty()) {
      run.put("text", text);
    }
    runs.computeIfAbsent(key, _ -> new ArrayList<>()).addFirst(run);
  }

  private ObjectNode history(HttpServerRequest request) {
    ObjectNode answer = JSON.createObjectNode();
    runs.getOrDefault(key(request), List.of()).forEach(answer.putArray("runs")::add);
    return answer;
  }

  // ---- memories

  private ObjectNode memories(HttpServerRequest request) {
    String layer = request.getParam("layer");
    String words = request.getParam("q");
    List<ObjectNode> found =
        memories.getOrDefault(request.getParam("id"), List.of()).stream()
            .filter(each -> layer == null || each.get("layer").asString().equals(layer))
            .filter(each -> words == null || each.get("content").asString().contains(words))
            .map(each -> words == null ? each : each.deepCopy().put("score", 0.5))
            .toList();
    return FakeRoutes.page(request, "memories", found);
  }

  private ObjectNode forget(HttpServerRequest request) {
    String id = request.getParam("memory");
    memories.get(request.getParam("id")).removeIf(each -> each.get("id").asString().equals(id));
    return JSON.createObjectNode();
  }
}
