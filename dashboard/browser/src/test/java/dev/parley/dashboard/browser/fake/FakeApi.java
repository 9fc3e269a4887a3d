package dev.parley.dashboard.browser.fake;

import static dev.parley.dashboard.browser.fake.FakeMail.JSON;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The requests of {@code docs/rest.md} that the dashboard makes. */
final class FakeApi {
  private final FakeHub hub;
  private final FakeMail mail;
  private final FakeRoutes routes;

  FakeApi(FakeHub hub, FakeMail mail) {
    this.hub = hub;
    this.mail = mail;
    this.routes = new FakeRoutes(hub);
  }

  FakeRoutes routes() {
    routes.on(HttpMethod.POST, "/api/login", this::login);
    routes.on(HttpMethod.POST, "/api/logout", (request, _) -> loggedOut(request));
    routes.on(HttpMethod.GET, "/api/me", (_, _) -> me());
    routes.on(HttpMethod.GET, "/api/stats", (_, _) -> hub.stats());
    routes.on(
        HttpMethod.GET,
        "/api/agents",
        (request, _) -> FakeRoutes.page(request, "agents", agents()));
    routes.on(HttpMethod.POST, "/api/agents", (_, body) -> addAgent(body));
    routes.on(HttpMethod.GET, "/api/agents/{id}", (request, _) -> agent(request));
    routes.on(HttpMethod.GET, "/api/agents/{id}/listeners", (request, _) -> listeners(request));
    routes.on(HttpMethod.DELETE, "/api/agents/{id}", (request, _) -> removed(request));
    routes.on(HttpMethod.GET, "/api/agents/{id}/inbox", (request, _) -> inbox(request));
    routes.on(HttpMethod.GET, "/api/agents/{id}/outbox", (request, _) -> outbox(request));
    routes.on(HttpMethod.POST, "/api/agents/{id}/inbox/read", this::read);
    routes.on(HttpMethod.GET, "/api/messages", (request, _) -> messages(request));
    routes.on(HttpMethod.POST, "/api/messages", (_, body) -> hub.send(body));
    routes.on(HttpMethod.GET, "/api/messages/{id}", (request, _) -> message(request));
    routes.on(HttpMethod.GET, "/api/messages/{id}/status", (request, _) -> status(request));
    routes.on(HttpMethod.GET, "/api/threads/{id}", (request, _) -> thread(request));
    routes.on(HttpMethod.GET, "/api/search", (request, _) -> search(request));
    routes.on(
        HttpMethod.GET,
        "/api/groups",
        (request, _) -> FakeRoutes.page(request, "groups", groups()));
    routes.on(
        HttpMethod.GET, "/api/loops", (request, _) -> FakeRoutes.page(request, "loops", List.of()));
    routes.on(
        HttpMethod.GET,
        "/api/conversations",
        (r, _) -> FakeRoutes.page(r, "conversations", List.of()));
    routes.on(
        HttpMethod.GET,
        "/api/v1/owners",
        (request, _) -> FakeRoutes.page(request, "owners", List.of()));
    routes.on(HttpMethod.PUT, "/api/groups/{name}", this::putGroup);
    routes.on(HttpMethod.PATCH, "/api/groups/{name}", this::renameGroup);
    routes.on(HttpMethod.DELETE, "/api/groups/{name}", (request, _) -> removedGroup(request));
    routes.on(HttpMethod.GET, "/api/access", (_, _) -> FakeAccess.rules());
    routes.on(HttpMethod.GET, "/api/comm", (_, _) -> FakeComm.status());
    routes.on(HttpMethod.GET, "/api/audit", (request, _) -> audit(request));
    routes.on(HttpMethod.GET, "/api/usage", (request, _) -> FakeUsage.report(request));
    routes.on(HttpMethod.GET, "/api/dead-letters", (request, _) -> letters(request));
    routes.on(HttpMethod.POST, "/api/dead-letters/replay", (_, body) -> replay(body));
    routes.on(HttpMethod.DELETE, "/api/dead-letters", (_, _) -> cleared());
    return routes;
  }

  private ObjectNode login(HttpServerRequest request, JsonNode body) {
    boolean isRight =
        body.path("token").asString("").equals(FakeHub.TOKEN)
            || hub.useCode(body.path("code").asString(""));
    if (!isRight) {
      return FakeRoutes.problem(request, 401, "wrong token");
    }
    request
        .response()
        .putHeader("Set-Cookie", FakeHub.COOKIE + "; HttpOnly; SameSite=Strict; Path=/");
    return me().put("key", FakeHub.KEY);
  }

  private static ObjectNode loggedOut(HttpServerRequest request) {
    request.response().putHeader("Set-Cookie", "parley=; Max-Age=0; Path=/").setStatusCode(200);
    return JSON.createObjectNode();
  }

  private static ObjectNode me() {
    ObjectNode me = JSON.createObjectNode().put("version", "0.1.0");
    me.putObject("principal").put("type", "owner");
    return me;
  }

  private List<ObjectNode> agents() {
    return List.copyOf(mail.agents.values());
  }

  private List<ObjectNode> newest() {
    return mail.messages.reversed();
  }

  /** Looks at so many for one answer, as the real one does, so that a page may be empty. */
  private ObjectNode messages(HttpServerRequest request) {
    String cursor = request.getParam("cursor");
    List<ObjectNode> all = newest();
    int at = cursor == null ? 0 : Integer.parseInt(cursor);
    int end = Math.min(all.size(), at + hub.lookedAtMax());
    int limit = Integer.parseInt(request.getParam("limit"));
    ObjectNode page = JSON.createObjectNode();
    ArrayNode shown = page.putArray("messages");
    while (at < end && shown.size() < limit) {
      ObjectNode message = all.get(at++);
      if (fits(request, message)) {
        shown.add(message);
      }
    }
    boolean isFiltered =
        List.of("from", "to", "type").stream().anyMatch(request.params()::contains);
    if (!isFiltered) {
      page.put("total", all.size());
    }
    return at < all.size() ? page.put("next", Integer.toString(at)) : page.putNull("next");
  }

  private boolean fits(HttpServerRequest request, ObjectNode message) {
    String from = request.getParam("from");
    String to = request.getParam("to");
    String type = request.getParam("type");
    return (from == null || from.equals(message.get("from").asString()))
        && (to == null || reached(message, to))
        && (type == null || type.equals(message.path("type").asString("message")));
  }

  private boolean reached(ObjectNode message, String to) {
    return to.indexOf('/') >= 0
        ? Pattern.parse(to).matches(Path.parse(message.get("path").asString()))
        : mail.copies.get(message.get("id").asString()).containsKey(to);
  }

  private ObjectNode agent(HttpServerRequest request) {
    ObjectNode answer = JSON.createObjectNode();
    answer.set("agent", mail.agents.get(request.getParam("id")));
    return answer;
  }

  /** Whoever is subscribed to everything for agents, and no rules. */
  private ObjectNode listeners(HttpServerRequest request) {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode listeners = answer.putArray("listeners");
    for (ObjectNode agent : agents()) {
      String id = agent.get("agentId").asString();
      boolean listens =
          agent.get("subscriptions").valueStream().anyMatch(p -> p.asString().equals("agent/**"));
      if (listens && !id.equals(request.getParam("id"))) {
        listeners.addObject().put("agentId", id).putArray("patterns").add("agent/**");
      }
    }
    answer.putArray("rules");
    return answer;
  }

  private ObjectNode addAgent(JsonNode body) {
    ObjectNode agent = hub.agent(body.get("agentId").asString(), false);
    ObjectNode answer = JSON.createObjectNode().put("token", "token-of-" + agent.get("agentId"));
    answer.set("agent", agent);
    return answer;
  }

  private ObjectNode removed(HttpServerRequest request) {
    mail.agents.remove(request.getParam("id"));
    return JSON.createObjectNode();
  }

  private Stream<ObjectNode> copiesOf(String agent) {
    return newest().stream()
        .filter(
            message ->
                mail.copies.get(message.get("id").asString()).getOrDefault(agent, null) != null)
        .map(message -> copy(message, mail.copies.get(message.get("id").asString()).get(agent)));
  }

  private static ObjectNode copy(ObjectNode message, String state) {
    ObjectNode copy = JSON.createObjectNode().put("state", state).put("attempts", 1);
    copy.set("message", message);
    return copy;
  }

  private ObjectNode inbox(HttpServerRequest request) {
    boolean pending = "pending".equals(request.getParam("state"));
    List<ObjectNode> copies =
        copiesOf(request.getParam("id"))
            .filter(copy -> !pending || copy.get("state").asString().equals("accepted"))
            .toList();
    return FakeRoutes.page(request, "copies", copies);
  }

  private ObjectNode outbox(HttpServerRequest request) {
    List<ObjectNode> sent =
        newest().stream()
            .filter(message -> message.get("from").asString().equals(request.getParam("id")))
            .map(message -> copy(withDelivery(message), "accepted"))
            .toList();
    return FakeRoutes.page(request, "copies", sent);
  }

  private ObjectNode withDelivery(ObjectNode message) {
    ObjectNode shown = message.deepCopy();
    shown.set("delivery", mail.delivery(message));
    return shown;
  }

  private ObjectNode read(HttpServerRequest request, JsonNode body) {
    body.get("ids").forEach(id -> hub.state(id.asString(), request.getParam("id"), "read"));
    return JSON.createObjectNode().put("count", body.get("ids").size());
  }

  private ObjectNode message(HttpServerRequest request) {
    ObjectNode message = mail.find(request.getParam("id"));
    if (message == null) {
      return FakeRoutes.problem(
          request, 404, "there is no message '" + request.getParam("id") + "'");
    }
    ObjectNode answer = JSON.createObjectNode();
    answer.set("message", message);
    return answer;
  }

  private ObjectNode status(HttpServerRequest request) {
    ObjectNode answer = JSON.createObjectNode().put("messageId", request.getParam("id"));
    ArrayNode copies = answer.putArray("copies");
    mail.copies
        .getOrDefault(request.getParam("id"), Map.of())
        .forEach(
            (name, state) -> {
              ObjectNode copy = copies.addObject().put("state", state).put("attempts", 1);
              copy.putObject("box").put("kind", "agent").put("name", name);
            });
    ObjectNode message = mail.find(request.getParam("id"));
    if (message != null) {
      answer.set("delivery", mail.delivery(message));
    }
    return answer;
  }

  private ObjectNode thread(HttpServerRequest request) {
    ObjectNode answer = JSON.createObjectNode();
    answer.set("messages", mail.thread(request.getParam("id")));
    return answer.putNull("next");
  }

  private ObjectNode search(HttpServerRequest request) {
    String word = request.getParam("q");
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode hits = answer.putArray("hits");
    for (ObjectNode message : newest()) {
      String text = message.path("content").asString("");
      int at = text.indexOf(word);
      if (at >= 0) {
        ObjectNode hit = hits.addObject().put("score", 1.0);
        hit.set("message", message);
        ObjectNode highlight = hit.putArray("highlights").addObject().put("field", "content");
        highlight.put("text", text).putArray("ranges").addArray().add(at).add(at + word.length());
      }
    }
    return answer.put("total", hits.size()).putNull("next");
  }

  private List<ObjectNode> groups() {
    return List.copyOf(mail.groups.values());
  }

  private ObjectNode putGroup(HttpServerRequest request, JsonNode body) {
    List<String> members = body.get("members").valueStream().map(JsonNode::asString).toList();
    for (String member : members) {
      if (!mail.agents.containsKey(member)) {
        return FakeRoutes.problem(request, 404, "there is no agent '" + member + "'");
      }
    }
    return group(hub.group(request.getParam("name"), members.toArray(String[]::new)));
  }

  private ObjectNode renameGroup(HttpServerRequest request, JsonNode body) {
    String name = body.get("name").asString();
    if (mail.groups.containsKey(name)) {
      return FakeRoutes.problem(request, 409, "there is a group '" + name + "' already");
    }
    JsonNode members = mail.groups.get(request.getParam("name")).get("members");
    hub.removeGroup(request.getParam("name"));
    return group(
        hub.group(name, members.valueStream().map(JsonNode::asString).toArray(String[]::new)));
  }

  private static ObjectNode group(ObjectNode group) {
    ObjectNode answer = JSON.createObjectNode();
    answer.set("group", group);
    return answer;
  }

  private ObjectNode removedGroup(HttpServerRequest request) {
    hub.removeGroup(request.getParam("name"));
    return JSON.createObjectNode();
  }

  private ObjectNode audit(HttpServerRequest request) {
    String who = request.getParam("who");
    String action = request.getParam("action");
    List<ObjectNode> found =
        mail.done.reversed().stream()
            .filter(entry -> who == null || entry.get("who").asString().equals(who))
            .filter(entry -> action == null || entry.get("action").asString().equals(action))
            .toList();
    return FakeRoutes.page(request, "entries", found);
  }

  private ObjectNode letters(HttpServerRequest request) {
    return FakeRoutes.page(request, "letters", List.copyOf(mail.letters.values()).reversed());
  }

  private ObjectNode replay(JsonNode body) {
    int replayed = 0;
    List<String> ids =
        body.has("id")
            ? List.of(body.get("id").asString())
            : body.get("ids").valueStream().map(JsonNode::asString).toList();
    for (String id : ids) {
      ObjectNode draft = mail.letters.remove(id).get("message").asObject().deepCopy();
      draft.setAll(
          body.path("edit").isObject() ? body.get("edit").asObject() : JSON.createObjectNode());
      if (hub.send(draft.put("cause", id)).get("delivered").asBoolean()) {
        replayed++;
      }
    }
    return JSON.createObjectNode().put("replayed", replayed).put("remaining", mail.letters.size());
  }

  private ObjectNode cleared() {
    int count = mail.letters.size();
    mail.letters.clear();
    return JSON.createObjectNode().put("count", count);
  }
}
