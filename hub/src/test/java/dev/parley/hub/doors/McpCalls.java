package dev.parley.hub.doors;

import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.Letter;
import dev.parley.testkit.door.Seen;
import dev.parley.testkit.door.SeenAgent;
import dev.parley.testkit.door.Sent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each operation as a call of a tool. Whom a call is about is said with {@code agentId}, which only
 * the owner has; an agent's own calls leave it out.
 */
final class McpCalls implements DoorClient {
  private static final Set<String> FIELDS =
      Set.of(
          "content",
          "priority",
          "replyTo",
          "from",
          "metadata",
          "attachments",
          "idempotencyKey",
          "escalate");

  private final McpConnection mcp;
  private String self;

  McpCalls(McpConnection mcp) {
    this.mcp = mcp;
  }

  /** Of an agent whose calls name nobody. */
  McpCalls actingAs(String agentId) {
    self = agentId;
    return this;
  }

  private Map<String, Object> about(String agentId) {
    Map<String, Object> arguments = new HashMap<>();
    if (agentId != null && !agentId.equals(self)) {
      arguments.put("agentId", agentId);
    }
    return arguments;
  }

  private static Object recipient(Letter letter) {
    return switch (letter.target()) {
      case Letter.To(String recipient) -> recipient;
      case Letter.ToSeveral(List<String> agents) -> agents;
      case Letter.ToPath(String path) -> path;
      case Letter.ToEveryone _ -> "broadcast";
      case Letter.ToNobody _ -> null;
    };
  }

  @Override
  public Sent send(Letter letter) {
    letter.requireOnly(FIELDS);
    boolean toBot = letter.fields().containsKey("metadata");
    Map<String, Object> arguments = about((String) letter.fields().get("from"));
    Object recipient = recipient(letter);
    if (recipient != null) {
      arguments.put(toBot ? "bot" : "to", recipient);
    }
    letter
        .fields()
        .forEach(
            (name, value) -> {
              if (name.equals("content")) {
                arguments.put(toBot ? "message" : "content", value);
              } else if (!name.equals("from")) {
                arguments.put(name, value);
              }
            });
    JsonNode sent = mcp.tool(toBot ? "send_bot_message" : "send_message", arguments);
    return sent(sent);
  }

  private static Sent sent(JsonNode told) {
    return new Sent(
        told.path("messageId").asString(),
        told.has("success")
            ? new Sent.Outcome(
                told.path("success").asBoolean(),
                told.path("duplicate").asBoolean(),
                null,
                Json.texts(told.path("unreached")))
            : null);
  }

  @Override
  public Sent reply(String messageId, Letter letter) {
    letter.requireOnly(Set.of("content", "priority"));
    Map<String, Object> arguments = new HashMap<>(letter.fields());
    arguments.put("messageId", messageId);
    return sent(mcp.tool("reply", arguments));
  }

  @Override
  public Seen request(Letter letter, Duration within) {
    Map<String, Object> arguments =
        Map.of(
            "bot",
            recipient(letter),
            "message",
            letter.fields().get("content"),
            "timeoutSeconds",
            within.toSeconds());
    return Json.seen(mcp.tool("send_bot_request", arguments).path("reply"));
  }

  @Override
  public List<Seen> receive(String agentId, int limit) {
    Map<String, Object> arguments = about(agentId);
    arguments.put("limit", limit);
    return messages("read_bot_messages", arguments);
  }

  @Override
  public List<Seen> peek(String agentId, int limit) {
    Map<String, Object> arguments = about(agentId);
    arguments.put("limit", limit);
    arguments.put("deleteAfterRead", false);
    return messages("read_bot_messages", arguments);
  }

  @Override
  public List<Seen> history(String agentId, int limit) {
    Map<String, Object> arguments = about(agentId);
    arguments.put("limit", limit);
    return messages("get_messages", arguments);
  }

  @Override
  public List<Seen> thread(String messageId) {
    return messages("get_thread", Map.of("messageId", messageId));
  }

  private List<Seen> messages(String tool, Map<String, Object> arguments) {
    JsonNode messages = mcp.tool(tool, arguments).path("messages");
    messages.forEach(message -> readOn((ObjectNode) message, arguments));
    return Json.all(messages);
  }

  /** Of what is long the beginning was shown. */
  private void readOn(ObjectNode message, Map<String, Object> asked) {
    StringBuilder content = new StringBuilder(message.path("content").asString());
    int length = message.path("contentLength").asInt(content.length());
    while (content.length() < length) {
      Map<String, Object> arguments = new HashMap<>();
      arguments.put("messageId", message.path("id").asString());
      arguments.put("offset", content.length());
      if (asked.containsKey("agentId")) {
        arguments.put("agentId", asked.get("agentId"));
      }
      content.append(mcp.tool("get_message", arguments).path("text").asString());
    }
    message.put("content", content.toString());
  }

  @Override
  public List<SeenAgent> agents() {
    return mcp.tool("discover_agents", Map.of("limit", 1_000))
        .path("agents")
        .valueStream()
        .map(McpCalls::seen)
        .toList();
  }

  @Override
  public SeenAgent agent(String agentId) {
    JsonNode read = mcp.call("resources/read", Map.of("uri", "parley://agent/" + agentId));
    return seen(Json.parse(read.path("contents").path(0).path("text").asString()));
  }

  private static SeenAgent seen(JsonNode card) {
    Map<String, Object> fields = Json.map(card);
    fields.put("agentId", fields.remove("id"));
    return new SeenAgent(fields);
  }

  @Override
  public long markRead(String agentId, List<String> ids) {
    Map<String, Object> arguments = about(agentId);
    arguments.put("messageIds", ids);
    return mcp.tool("mark_messages_read", arguments).path("markedCount").asLong();
  }

  @Override
  public String upload(byte[] bytes, String contentType) {
    return mcp.tool(
            "store_attachment",
            Map.of(
                "name",
                "file",
                "base64",
                Base64.getEncoder().encodeToString(bytes),
                "contentType",
                contentType))
        .path("sha256")
        .asString();
  }

  @Override
  public byte[] download(String sha256) {
    JsonNode file = mcp.tool("read_attachment", Map.of("sha256", sha256));
    return file.has("text")
        ? file.path("text").asString().getBytes(StandardCharsets.UTF_8)
        : Base64.getDecoder().decode(file.path("base64").asString());
  }

  @Override
  public Telling tellMe(String agentId) {
    Deque<Seen> told = new ArrayDeque<>();
    return new Telling() {
      @Override
      public Seen next() {
        if (told.isEmpty()) {
          Map<String, Object> arguments = about(agentId);
          arguments.put("seconds", 30);
          told.addAll(messages("wait_for_messages", arguments));
        }
        return told.removeFirst();
      }

      @Override
      public void close() {}
    };
  }
}
