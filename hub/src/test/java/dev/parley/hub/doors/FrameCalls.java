package dev.parley.hub.doors;

import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.Letter;
import dev.parley.testkit.door.Seen;
import dev.parley.testkit.door.SeenAgent;
import dev.parley.testkit.door.Sent;
import dev.parley.testkit.door.Tally;
import dev.parley.testkit.door.TestAgent;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Each operation as the frames of the protocol. */
final class FrameCalls implements DoorClient {
  private final FrameSocket socket;

  FrameCalls(FrameSocket socket) {
    this.socket = socket;
  }

  @Override
  public Sent send(Letter letter) {
    Map<String, Object> fields = new LinkedHashMap<>(letter.fields());
    String type =
        switch (letter.target()) {
          case Letter.To(String recipient) -> {
            fields.put("to", recipient);
            yield "msg.send";
          }
          case Letter.ToSeveral(List<String> agents) -> {
            fields.put("to", agents);
            yield "msg.send";
          }
          case Letter.ToPath(String path) -> {
            fields.put("path", path);
            yield "msg.route";
          }
          case Letter.ToEveryone _ -> "msg.broadcast";
          case Letter.ToNobody _ -> "msg.send";
        };
    return sent(socket.ask(type, fields));
  }

  @Override
  public Sent reply(String messageId, Letter letter) {
    return sent(socket.ask("msg.reply", letter.with("replyTo", messageId).fields()));
  }

  private static Sent sent(JsonNode answer) {
    return new Sent(
        answer.path("messageId").asString(),
        new Sent.Outcome(
            answer.path("delivered").asBoolean(),
            answer.path("duplicate").asBoolean(false),
            Json.texts(answer.path("deliveredTo")),
            Json.texts(answer.path("unreached"))));
  }

  @Override
  public Seen request(Letter letter, Duration within) {
    Letter.To to = (Letter.To) letter.target();
    return Json.seen(
        socket
            .ask(
                "msg.request",
                letter.with("to", to.recipient()).with("timeoutMs", within.toMillis()).fields())
            .path("reply"));
  }

  @Override
  public List<Seen> receive(String agentId, int limit) {
    return messages("msg.receive", agentId, Map.of("limit", limit));
  }

  @Override
  public List<Seen> peek(String agentId, int limit) {
    return messages("msg.receive", agentId, Map.of("limit", limit, "peek", true));
  }

  @Override
  public List<Seen> history(String agentId, int limit) {
    return messages("msg.history", agentId, Map.of("limit", limit));
  }

  @Override
  public List<Seen> outbox(String agentId, int limit) {
    return messages("msg.outbox", agentId, Map.of("limit", limit));
  }

  private List<Seen> messages(String type, String agentId, Map<String, Object> options) {
    return Json.all(
        socket.ask(type, Map.of("agentId", agentId, "options", options)).path("messages"));
  }

  @Override
  public Telling tellMe(String agentId) {
    socket.ask("msg.listen", Map.of("agentId", agentId, "ack", "auto"));
    return new Telling() {
      @Override
      public Seen next() {
        return Json.seen(socket.push().path("message"));
      }

      @Override
      public void close() {
        socket.ask("msg.unlisten", Map.of("agentId", agentId));
      }
    };
  }

  @Override
  public long acknowledge(String agentId, List<String> ids) {
    return socket.ask("msg.ack", Map.of("agentId", agentId, "ids", ids)).path("acked").asLong();
  }

  @Override
  public long markRead(String agentId, List<String> ids) {
    return socket.ask("msg.read", Map.of("agentId", agentId, "ids", ids)).path("read").asLong();
  }

  @Override
  public long clear(String agentId) {
    return socket.ask("msg.clear", Map.of("agentId", agentId)).path("cleared").asLong();
  }

  @Override
  public List<Seen> thread(String messageId) {
    return Json.all(socket.ask("msg.thread", Map.of("messageId", messageId)).path("messages"));
  }

  @Override
  public List<Seen> conversation(String conversationId) {
    return Json.all(
        socket.ask("msg.thread", Map.of("conversationId", conversationId)).path("messages"));
  }

  @Override
  public Map<String, String> states(String messageId) {
    Map<String, String> states = new HashMap<>();
    for (JsonNode copy :
        socket.ask("msg.status", Map.of("messageId", messageId)).path("recipients")) {
      if (!copy.has("sessionId")) {
        states.put(copy.path("agentId").asString(), copy.path("state").asString());
      }
    }
    return states;
  }

  @Override
  public void subscribe(String agentId, String pattern) {
    socket.ask("msg.sub.add", Map.of("agentId", agentId, "pattern", pattern));
  }

  @Override
  public void unsubscribe(String agentId, String pattern) {
    socket.ask("msg.sub.remove", Map.of("agentId", agentId, "pattern", pattern));
  }

  @Override
  public List<String> subscriptions(String agentId) {
    return socket
        .ask("msg.sub.list", Map.of("agentId", agentId))
        .path("subscriptions")
        .valueStream()
        .map(each -> each.path("pattern").asString())
        .toList();
  }

  @Override
  public List<SeenAgent> agents() {
    return socket
        .ask("agent.list", Map.of("options", Map.of("limit", 1_000)))
        .path("agents")
        .valueStream()
        .map(agent -> new SeenAgent(Json.map(agent)))
        .toList();
  }

  @Override
  public SeenAgent agent(String agentId) {
    return new SeenAgent(
        Json.map(socket.ask("agent.get", Map.of("agentId", agentId)).path("agent")));
  }

  @Override
  public void describe(String agentId, String description, Map<String, Object> metadata) {
    socket.ask(
        "agent.update",
        Map.of("agentId", agentId, "description", description, "metadata", metadata));
  }

  @Override
  public TestAgent createAgent(String agentId) {
    JsonNode made = socket.ask("agent.create", Map.of("agentId", agentId));
    return new TestAgent(agentId, made.path("token").asString());
  }

  @Override
  public String renewToken(String agentId) {
    return socket.ask("agent.token", Map.of("agentId", agentId)).path("token").asString();
  }

  @Override
  public void deleteAgent(String agentId) {
    socket.ask("agent.delete", Map.of("agentId", agentId));
  }

  @Override
  public void createSession(String agentId, String sessionId) {
    socket.ask("session.create", Map.of("agentId", agentId, "sessionId", sessionId));
  }

  @Override
  public void subscribeSession(String agentId, String sessionId, String pattern) {
    socket.ask(
        "msg.session.sub.add",
        Map.of("agentId", agentId, "sessionId", sessionId, "pattern", pattern));
  }

  @Override
  public List<Seen> receiveOfSession(String agentId, String sessionId) {
    return Json.all(
        socket
            .ask("msg.session.receive", Map.of("agentId", agentId, "sessionId", sessionId))
            .path("messages"));
  }

  @Override
  public void putGroup(String name, List<String> members) {
    socket.ask("group.put", Map.of("name", name, "members", members));
  }

  @Override
  public void deleteGroup(String name) {
    socket.ask("group.delete", Map.of("name", name));
  }

  @Override
  public Map<String, List<String>> groups() {
    return groups(socket.ask("group.list", Map.of()).path("groups"));
  }

  static Map<String, List<String>> groups(JsonNode list) {
    Map<String, List<String>> groups = new HashMap<>();
    list.forEach(
        group -> groups.put(group.path("name").asString(), Json.texts(group.path("members"))));
    return groups;
  }

  @Override
  public List<Seen> deadLetters() {
    return Json.all(
        socket.ask("msg.unmatched", Map.of("options", Map.of("limit", 1_000))).path("messages"));
  }

  @Override
  public long replay(List<String> ids) {
    return socket.ask("msg.unmatched.replay", Map.of("ids", ids)).path("delivered").asLong();
  }

  @Override
  public Tally tally(String messageId) {
    return tally(socket.ask("msg.tally", Map.of("messageId", messageId)).path("proposal"));
  }

  static Tally tally(JsonNode proposal) {
    Map<String, Integer> votes = new HashMap<>();
    proposal
        .path("votes")
        .properties()
        .forEach(vote -> votes.put(vote.getKey(), vote.getValue().asInt()));
    return new Tally(
        votes, proposal.path("decided").asBoolean(), proposal.path("outcome").asString(""));
  }
}
