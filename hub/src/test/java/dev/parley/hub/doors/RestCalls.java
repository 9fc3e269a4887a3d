package dev.parley.hub.doors;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.Letter;
import dev.parley.testkit.door.Seen;
import dev.parley.testkit.door.SeenAgent;
import dev.parley.testkit.door.Sent;
import dev.parley.testkit.door.TestAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Each operation as a request to {@code /api}. */
final class RestCalls implements DoorClient {
  private final HttpClient http;
  private final int port;
  private final String token;

  /**
   * @param token null for none
   */
  RestCalls(HttpClient http, int port, String token) {
    this.http = http;
    this.port = port;
    this.token = token;
  }

  JsonNode json(String method, String path, Object body) {
    String text = text(method, path, body == null ? null : Json.write(body));
    return text.isEmpty() ? Json.parse("{}") : Json.parse(text);
  }

  String text(String method, String path, String body) {
    HttpRequest.Builder request =
        request(path)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    return new String(exchange(request), UTF_8);
  }

  HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private byte[] exchange(HttpRequest.Builder request) {
    try {
      HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
      if (response.statusCode() >= 400) {
        JsonNode problem = Json.parse(new String(response.body(), UTF_8));
        throw new DoorRefusal(
            problem.path("code").asString(""), problem.path("detail").asString(""));
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static String escaped(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  private static String of(String agentId, String rest) {
    return "/api/agents/" + escaped(agentId) + rest;
  }

  @Override
  public Sent send(Letter letter) {
    Map<String, Object> fields = new LinkedHashMap<>(letter.fields());
    switch (letter.target()) {
      case Letter.To(String recipient) -> fields.put("to", recipient);
      case Letter.ToSeveral(List<String> agents) -> fields.put("to", agents);
      case Letter.ToPath(String path) -> fields.put("path", path);
      case Letter.ToEveryone _ -> fields.put("path", "agent/**");
      case Letter.ToNobody _ -> {}
    }
    JsonNode receipt = json("POST", "/api/messages", fields);
    return new Sent(
        receipt.path("messageId").asString(),
        new Sent.Outcome(
            receipt.path("delivered").asBoolean(),
            receipt.path("duplicate").asBoolean(false),
            Json.texts(receipt.path("recipients")),
            Json.texts(receipt.path("unreached"))));
  }

  @Override
  public List<Seen> receive(String agentId, int limit) {
    return copies(json("POST", of(agentId, "/inbox/receive"), Map.of("limit", limit)));
  }

  @Override
  public List<Seen> peek(String agentId, int limit) {
    return copies(json("GET", of(agentId, "/inbox?state=pending&limit=" + limit), null));
  }

  @Override
  public List<Seen> history(String agentId, int limit) {
    return copies(json("GET", of(agentId, "/inbox?state=all&limit=" + limit), null)).reversed();
  }

  @Override
  public List<Seen> outbox(String agentId, int limit) {
    return copies(json("GET", of(agentId, "/outbox?limit=" + limit), null)).reversed();
  }

  private static List<Seen> copies(JsonNode page) {
    List<Seen> messages = new ArrayList<>();
    page.path("copies").forEach(copy -> messages.add(Json.seen(copy.path("message"))));
    return messages;
  }

  @Override
  public Telling tellMe(String agentId) {
    return new RestEvents(http, request("/api/events").GET().build(), agentId);
  }

  @Override
  public long acknowledge(String agentId, List<String> ids) {
    return json("POST", of(agentId, "/inbox/ack"), Map.of("ids", ids)).path("count").asLong();
  }

  @Override
  public long markRead(String agentId, List<String> ids) {
    return json("POST", of(agentId, "/inbox/read"), Map.of("ids", ids)).path("count").asLong();
  }

  @Override
  public List<Seen> thread(String messageId) {
    return Json.all(json("GET", "/api/threads/" + messageId, null).path("messages"));
  }

  @Override
  public List<Seen> conversation(String conversationId) {
    return Json.all(
        json("GET", "/api/conversations/" + escaped(conversationId), null).path("messages"));
  }

  @Override
  public Map<String, String> states(String messageId) {
    Map<String, String> states = new HashMap<>();
    for (JsonNode copy :
        json("GET", "/api/messages/" + messageId + "/status", null).path("copies")) {
      states.put(copy.path("box").path("name").asString(), copy.path("state").asString());
    }
    return states;
  }

  @Override
  public void subscribe(String agentId, String pattern) {
    json("POST", of(agentId, "/subscriptions"), Map.of("pattern", pattern));
  }

  @Override
  public void unsubscribe(String agentId, String pattern) {
    json("DELETE", of(agentId, "/subscriptions?pattern=" + escaped(pattern)), null);
  }

  @Override
  public List<String> subscriptions(String agentId) {
    return json("GET", of(agentId, "/subscriptions"), null)
        .path("subscriptions")
        .valueStream()
        .map(each -> each.path("pattern").asString())
        .toList();
  }

  void rule(String effect, String subject, String action, String path) {
    json(
        "PUT",
        "/api/access",
        Map.of("effect", effect, "subject", subject, "action", action, "path", path));
  }

  /** Makes an account for a person who speaks under this name. */
  TestAgent register(String agentId) {
    JsonNode grant =
        json(
            "POST",
            "/api/v1/owners/register",
            Map.of(
                "email",
                agentId + "@example.org",
                "password",
                "correct horse battery",
                "agentId",
                agentId));
    return new TestAgent(agentId, grant.path("token").asString());
  }

  @Override
  public List<SeenAgent> agents() {
    List<SeenAgent> agents = new ArrayList<>();
    String cursor = "";
    while (cursor != null) {
      JsonNode page = json("GET", "/api/agents?limit=500" + cursor, null);
      page.path("agents").forEach(agent -> agents.add(seen(agent)));
      JsonNode next = page.path("next");
      cursor = next.isNull() ? null : "&cursor=" + escaped(next.asString());
    }
    return agents;
  }

  @Override
  public SeenAgent agent(String agentId) {
    return seen(json("GET", of(agentId, ""), null).path("agent"));
  }

  /** What stands under {@code presence} stands beside the rest elsewhere. */
  private static SeenAgent seen(JsonNode agent) {
    Map<String, Object> fields = Json.map(agent);
    fields.remove("presence");
    fields.putAll(Json.map(agent.path("presence")));
    return new SeenAgent(fields);
  }

  @Override
  public void describe(String agentId, String description, Map<String, Object> metadata) {
    json("PATCH", of(agentId, ""), Map.of("description", description, "metadata", metadata));
  }

  @Override
  public TestAgent createAgent(String agentId) {
    JsonNode made = json("POST", "/api/agents", Map.of("agentId", agentId));
    return new TestAgent(agentId, made.path("token").asString());
  }

  @Override
  public String renewToken(String agentId) {
    return json("POST", of(agentId, "/token"), null).path("token").asString();
  }

  @Override
  public void deleteAgent(String agentId) {
    json("DELETE", of(agentId, ""), null);
  }

  @Override
  public void putGroup(String name, List<String> members) {
    json("PUT", "/api/groups/" + escaped(name), Map.of("members", members));
  }

  @Override
  public void deleteGroup(String name) {
    json("DELETE", "/api/groups/" + escaped(name), null);
  }

  @Override
  public Map<String, List<String>> groups() {
    return FrameCalls.groups(json("GET", "/api/groups", null).path("groups"));
  }

  @Override
  public List<Seen> deadLetters() {
    List<Seen> letters = new ArrayList<>();
    for (JsonNode letter : json("GET", "/api/dead-letters?limit=500", null).path("letters")) {
      Map<String, Object> fields = Json.map(letter.path("message"));
      fields.put("reason", letter.path("reason").asString());
      letters.add(new Seen(fields));
    }
    return letters.reversed();
  }

  @Override
  public long replay(List<String> ids) {
    return json("POST", "/api/dead-letters/replay", Map.of("ids", ids)).path("replayed").asLong();
  }

  @Override
  public String upload(byte[] bytes, String contentType) {
    byte[] answer =
        exchange(
            request("/api/blobs")
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofByteArray(bytes)));
    return Json.parse(new String(answer, UTF_8)).path("sha256").asString();
  }

  @Override
  public byte[] download(String sha256) {
    return exchange(request("/api/blobs/" + sha256).GET());
  }
}
