package dev.parley.dashboard.browser.fake;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Agents, messages, copies and dead letters. Not thread safe: {@link FakeHub} holds its lock. */
final class FakeMail {
  static final JsonMapper JSON = new JsonMapper();

  final Map<String, ObjectNode> agents = new LinkedHashMap<>();
  final Map<String, ObjectNode> groups = new LinkedHashMap<>();
  final List<ObjectNode> messages = new ArrayList<>();
  final Map<String, Map<String, String>> copies = new LinkedHashMap<>();
  final Map<String, ObjectNode> letters = new LinkedHashMap<>();
  final List<ObjectNode> done = new ArrayList<>();
  private int made;

  ObjectNode addAgent(String id, boolean isOnline, long now) {
    ObjectNode agent = JSON.createObjectNode().put("agentId", id).put("name", id);
    agent.put("createdAt", now).put("unread", 0);
    agent.putObject("presence").put("online", isOnline).put("connections", isOnline ? 1 : 0);
    agent.putArray("subscriptions");
    agents.put(id, agent);
    return agent;
  }

  /** Takes a draft in, and answers the message; whoever got it is in {@link #copies}. */
  ObjectNode accept(ObjectNode draft, long now) {
    ObjectNode message = JSON.createObjectNode();
    message.put("id", "0192f0c0-0000-7000-8000-%012x".formatted(++made));
    message.put("from", draft.path("from").asString("developer"));
    String path =
        draft.has("path")
            ? draft.get("path").asString()
            : "agent/"
                + (draft.path("to").isArray()
                    ? String.join(
                        ",", draft.get("to").valueStream().map(node -> node.asString()).toList())
                    : draft.path("to").asString());
    message.put("path", path);
    message.put("command", draft.path("command").asString("message"));
    if (draft.has("messageType")) {
      message.set("type", draft.get("messageType"));
    }
    for (String name :
        List.of(
            "content",
            "payload",
            "priority",
            "replyTo",
            "correlationId",
            "cause",
            "taskId",
            "taskStatus",
            "error")) {
      if (draft.has(name)) {
        message.set(name, draft.get(name));
      }
    }
    message.put("timestamp", now).put("source", "internal");
    boolean ofTheHub = message.get("from").asString().equals("system");
    message.put("origin", ofTheHub ? "system" : "peer");
    if (draft.has("replyTo")) {
      ObjectNode before = find(draft.get("replyTo").asString());
      if (before != null) {
        message.put("threadId", before.path("threadId").asString(before.get("id").asString()));
      }
    }
    messages.add(message);
    Map<String, String> reached = new LinkedHashMap<>();
    for (String name : recipients(path)) {
      ObjectNode agent = agents.get(name);
      if (agent != null) {
        reached.put(name, "accepted");
        agent.put("unread", agent.get("unread").asInt() + 1);
      }
    }
    String id = message.get("id").asString();
    copies.put(id, reached);
    List<String> unreached = unreached(path, reached);
    if (reached.isEmpty() || !unreached.isEmpty()) {
      ObjectNode letter = JSON.createObjectNode();
      letter.set("message", message);
      letter
          .put(
              "reason",
              reached.isEmpty()
                  ? "nobody is subscribed to " + path
                  : "no agent " + String.join(", ", unreached))
          .put("at", now);
      letters.put(id, letter);
    }
    return message;
  }

  private List<String> unreached(String path, Map<String, String> reached) {
    return recipients(path).stream().filter(name -> !reached.containsKey(name)).toList();
  }

  /** How far a message has come with its recipients. */
  ObjectNode delivery(ObjectNode message) {
    Map<String, String> reached = copies.get(message.get("id").asString());
    int dead = unreached(message.get("path").asString(), reached).size();
    dead = reached.isEmpty() ? Math.max(1, dead) : dead;
    ObjectNode delivery = JSON.createObjectNode().put("recipients", reached.size() + dead);
    for (String state : List.of("delivered", "read", "expired")) {
      delivery.put(state, Collections.frequency(reached.values(), state));
    }
    int pending =
        Collections.frequency(reached.values(), "accepted")
            + Collections.frequency(reached.values(), "pushed");
    return delivery.put("pending", pending).put("dead", dead).put("cleared", 0);
  }

  private List<String> recipients(String path) {
    if (path.equals("agent/*")) {
      return List.copyOf(agents.keySet());
    }
    if (path.startsWith("group/") && groups.containsKey(path.substring(6))) {
      return groups
          .get(path.substring(6))
          .get("members")
          .valueStream()
          .map(member -> member.asString())
          .toList();
    }
    return path.startsWith("agent/") ? Arrays.asList(path.substring(6).split(",")) : List.of();
  }

  ObjectNode find(String id) {
    return messages.stream()
        .filter(message -> message.get("id").asString().equals(id))
        .findFirst()
        .orElse(null);
  }

  ArrayNode thread(String id) {
    ObjectNode asked = find(id);
    String root = asked == null ? id : asked.path("threadId").asString(id);
    ArrayNode thread = JSON.createArrayNode();
    for (ObjectNode message : messages) {
      if (message.get("id").asString().equals(root)
          || message.path("threadId").asString("").equals(root)) {
        thread.add(message);
      }
    }
    return thread;
  }
}
