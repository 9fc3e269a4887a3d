package dev.parley.dashboard.browser.fake;

import static dev.parley.dashboard.browser.fake.FakeMail.JSON;

import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.HttpDoor;
import dev.parley.doors.http.Route;
import dev.parley.doors.web.Dashboard;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The stand-in, with the real dashboard served by the real door. Starts with {@code developer}. */
public final class FakeHub implements AutoCloseable {
  public static final String TOKEN = "owner-token-of-the-tests";
  public static final String KEY = "key-of-the-tests";
  static final String COOKIE = "parley=signed-in";
  private static final long STARTED_AT = Instant.parse("2026-11-16T08:59:00Z").toEpochMilli();

  private final FakeMail mail = new FakeMail();
  private final FakeWork work = new FakeWork(this);
  private final Map<String, String> failures = new HashMap<>();
  private final FakeStream stream = new FakeStream();
  private final FakeAppHost apps = new FakeAppHost();
  private final Set<String> codes = new HashSet<>();
  private final HttpDoor door;
  private int forgotten;
  private int lookedAtMax = 50_000;
  private long now = Instant.parse("2026-11-16T09:00:00Z").toEpochMilli();

  private FakeHub() {
    FakeRoutes requests = new FakeApi(this, mail).routes();
    work.addTo(requests);
    FakeAppRoutes ofApps = new FakeAppRoutes(apps);
    ofApps.addTo(requests);
    List<Route> routes = new ArrayList<>(requests.all());
    routes.add(Route.forOwner("/api/events", this::events));
    routes.add(Route.forOwner("/api/agents/{id}/log", this::log));
    routes.add(Route.forOwner("/api/apps/{id}/log", this::log));
    routes.addAll(ofApps.pages());
    routes.addAll(Dashboard.from(FakeHub.class.getClassLoader()).routes());
    this.door =
        HttpDoor.start(
            DoorConfig.DEFAULT.withPorts(new DoorConfig.Ports("127.0.0.1", 0, 0, Set.of(), 2)),
            routes);
  }

  public static FakeHub start() {
    FakeHub hub = new FakeHub();
    hub.agent("developer", false);
    return hub;
  }

  public String address() {
    return "http://127.0.0.1:" + door.ownerPort();
  }

  private void events(HttpServerRequest request) {
    if (knows(request)) {
      stream.join(request);
    } else {
      var _ = request.response().setStatusCode(401).end();
    }
  }

  private void log(HttpServerRequest request) {
    FakeLog log = work.logs.get(request.getParam("id"));
    if (log != null && knows(request)) {
      log.join(request);
    } else {
      var _ =
          request
              .response()
              .setStatusCode(404)
              .end(JSON.createObjectNode().put("detail", "it has no program here").toString());
    }
  }

  boolean knows(HttpServerRequest request) {
    String cookie = request.getHeader("Cookie");
    return cookie != null && cookie.contains(COOKIE) && KEY.equals(request.getHeader("Parley-Key"));
  }

  /** A code as {@code parley dashboard} would print it. */
  public synchronized String code() {
    String code = "code-" + codes.size();
    codes.add(code);
    return code;
  }

  synchronized boolean useCode(String code) {
    return codes.remove(code);
  }

  /** Where the clock of messages stands; each message moves it on by a second. */
  public synchronized FakeHub at(long millis) {
    now = millis;
    return this;
  }

  public synchronized FakeHub agents(String... ids) {
    for (String id : ids) {
      agent(id, true);
    }
    return this;
  }

  synchronized ObjectNode agent(String id, boolean isOnline) {
    ObjectNode agent = mail.addAgent(id, isOnline, now);
    ObjectNode event = JSON.createObjectNode().put("change", "created");
    event.set("agent", agent);
    stream.tell("agent", event);
    return agent;
  }

  public synchronized ObjectNode agent(String id) {
    return mail.agents.get(id);
  }

  /** Makes a group, or gives it these members. */
  public synchronized ObjectNode group(String name, String... members) {
    boolean isNew = !mail.groups.containsKey(name);
    ObjectNode group = JSON.createObjectNode().put("name", name).put("createdAt", now);
    ArrayNode list = group.putArray("members");
    List.of(members).forEach(list::add);
    mail.groups.put(name, group);
    tellGroup(isNew ? "created" : "updated", group);
    return group;
  }

  public synchronized void removeGroup(String name) {
    tellGroup("removed", mail.groups.remove(name));
  }

  private void tellGroup(String change, ObjectNode group) {
    ObjectNode event = JSON.createObjectNode().put("change", change);
    event.set("group", group);
    stream.tell("group", event);
  }

  public synchronized List<String> members(String group) {
    return mail.groups.get(group).get("members").valueStream().map(JsonNode::asString).toList();
  }

  public synchronized Set<String> groups() {
    return Set.copyOf(mail.groups.keySet());
  }

  public synchronized void presence(String id, boolean isOnline) {
    mail.agents.get(id).withObject("/presence").put("online", isOnline);
    stream.tell(
        "presence",
        JSON.createObjectNode()
            .put("agentId", id)
            .put("online", isOnline)
            .put("connections", isOnline ? 1 : 0));
  }

  /** Sends, and answers the message's id. */
  public String say(String from, String to, String content) {
    return send(JSON.createObjectNode().put("from", from).put("to", to).put("content", content))
        .get("messageId")
        .asString();
  }

  /** From the owner to a path. */
  public String sendTo(String path, String content) {
    return send(JSON.createObjectNode().put("path", path).put("content", content))
        .get("messageId")
        .asString();
  }

  /** A message that no event tells of. */
  public synchronized void sayUntold(String from, String to, String content) {
    now += 1_000;
    mail.accept(
        JSON.createObjectNode().put("from", from).put("to", to).put("content", content), now);
  }

  public synchronized ObjectNode send(JsonNode draft) {
    now += 1_000;
    ObjectNode message = mail.accept(draft.asObject(), now);
    String id = message.get("id").asString();
    Map<String, String> reached = mail.copies.get(id);
    ObjectNode event = JSON.createObjectNode().put("delivered", !reached.isEmpty());
    event.set("message", message);
    ArrayNode recipients = event.putArray("recipients");
    reached.keySet().forEach(recipients::add);
    stream.tell("message", event);
    if (mail.letters.containsKey(id)) {
      stream.tell("deadLetter", mail.letters.get(id));
    }
    ObjectNode receipt = JSON.createObjectNode().put("messageId", id).put("timestamp", now);
    receipt.put("delivered", !reached.isEmpty()).set("recipients", recipients);
    return receipt;
  }

  /** A copy reaches a rung. */
  public synchronized void state(String messageId, String agent, String state) {
    mail.copies.get(messageId).put(agent, state);
    if (state.equals("read")) {
      ObjectNode reader = mail.agents.get(agent);
      reader.put("unread", Math.max(0, reader.get("unread").asInt() - 1));
    }
    ObjectNode event = JSON.createObjectNode().put("messageId", messageId).put("state", state);
    event.put("attempts", 1).putObject("box").put("kind", "agent").put("name", agent);
    stream.tell("state", event);
  }

  /** Adds to the audit log. */
  public synchronized void did(String who, String action, String subject, String outcome) {
    ObjectNode entry = FakeMail.JSON.createObjectNode().put("at", now).put("who", who);
    entry.put("action", action).put("subject", subject).put("outcome", outcome);
    mail.done.add(entry.put("door", "rest"));
  }

  public synchronized List<ObjectNode> messages() {
    return List.copyOf(mail.messages);
  }

  public synchronized Map<String, String> copies(String messageId) {
    return Map.copyOf(mail.copies.get(messageId));
  }

  /** So many messages are looked at for one page of a filtered list. */
  public synchronized FakeHub lookingAt(int messages) {
    lookedAtMax = messages;
    return this;
  }

  synchronized int lookedAtMax() {
    return lookedAtMax;
  }

  /** As many more were accepted and are kept no longer. */
  public synchronized FakeHub forgotten(int messages) {
    forgotten = messages;
    return this;
  }

  synchronized ObjectNode stats() {
    ObjectNode stats = JSON.createObjectNode();
    stats.putObject("sinceStart").put("accepted", mail.messages.size());
    return stats
        .put("agents", mail.agents.size())
        .put("connections", 4)
        .put("startedAt", STARTED_AT)
        .put("accepted", mail.messages.size() + forgotten)
        .put("messages", mail.messages.size())
        .put("pending", mail.messages.size() / 3)
        .put("deadLetters", mail.letters.size())
        .put("storeBytes", 1_400_000)
        .put("perSecond", 0);
  }

  /** From now on requests at this path are answered with a failure; with null no longer. */
  public synchronized void failing(String path, String detail) {
    if (detail == null) {
      failures.remove(path);
    } else {
      failures.put(path, detail);
    }
  }

  synchronized String failureOf(String path) {
    return failures.get(path);
  }

  synchronized long now() {
    return now;
  }

  void tell(String name, ObjectNode data) {
    stream.tell(name, data);
  }

  public FakeAppHost apps() {
    return apps;
  }

  /** What agents work on. */
  public FakeDesk desk() {
    return new FakeDesk(this, work);
  }

  /** A request for leave that was asked with this message. */
  public synchronized void approval(String message, String asker, String sha256) {
    ObjectNode approval = JSON.createObjectNode().put("id", message).put("asker", asker);
    approval.putArray("approvers").add("developer");
    work.approvals.put(
        message,
        approval
            .put("what", "something")
            .put("sha256", sha256)
            .put("state", "open")
            .put("askedAt", now)
            .put("expiresAt", now + 600_000));
  }

  /** Two agents that were stopped. */
  public synchronized void stop(String id, String one, String other) {
    ObjectNode stop = JSON.createObjectNode().put("id", id).put("state", "stopped");
    stop.putArray("agents").add(one).add(other);
    work.stops.put(id, stop);
  }

  public synchronized String stateOf(String approvalOrStop) {
    ObjectNode found = work.approvals.getOrDefault(approvalOrStop, work.stops.get(approvalOrStop));
    return found.get("state").asString();
  }

  /** What is told of an agent's turns when somebody asks. */
  public synchronized void turns(String agent, String json) {
    work.turns.put(agent, JSON.readTree(json.replace('\'', '"')).asObject());
  }

  /** The turns that somebody has broken off, as {@code agent/session}. */
  public synchronized List<String> stopped() {
    return List.copyOf(work.stopped);
  }

  /** What is told of them while they are made. */
  public void inTurn(String event) {
    stream.tell("turn", JSON.readTree(event.replace('\'', '"')).asObject());
  }

  public synchronized void tellStats(double perSecond) {
    stream.tell("stats", stats().put("perSecond", perSecond));
  }

  public FakeStreamControl stream() {
    return new FakeStreamControl();
  }

  @Override
  public void close() {
    door.close();
    apps.close();
  }

  /** What a test may do to the stream of events. */
  public final class FakeStreamControl {
    public void goDown() {
      stream.goDown();
    }

    public void comeBack() {
      stream.comeBack();
    }

    public void hold() {
      stream.hold();
    }

    public void release() {
      stream.release();
    }

    public void resync() {
      stream.tell("resync", JSON.createObjectNode().put("reason", "a test said so"));
    }

    public int listeners() {
      return stream.listeners();
    }
  }
}
