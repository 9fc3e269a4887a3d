package dev.parley.brains.acp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A harness for tests, run as a process of its own. Its first argument says how it behaves when it
 * starts, its second where it keeps its sessions; what it does in a turn the prompt says.
 */
public final class FakeAcpAgent {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern FENCED =
      Pattern.compile("(?s)<<<message [^\\n]*>>>\\n(.*?)\\n<<<end>>>");

  private final String manner;
  private final Path folder;
  private final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
  private final Deque<JsonNode> put = new ArrayDeque<>();

  private FakeAcpAgent(String manner, Path folder) {
    this.manner = manner;
    this.folder = folder;
  }

  public static void main(String[] arguments) throws Exception {
    new FakeAcpAgent(arguments[0], Path.of(arguments[1])).run();
  }

  private void run() throws Exception {
    switch (manner) {
      case "exits" -> {
        System.err.println("no licence; token " + System.getenv("PARLEY_TOKEN"));
        System.exit(3);
      }
      case "silent" -> Thread.sleep(600_000);
      case "babbles" -> {
        for (int i = 0; i < 200; i++) {
          out.println("Welcome to the harness " + i);
        }
        out.flush();
        Thread.sleep(600_000);
      }
      default -> {}
    }
    out.println("a warning that belongs elsewhere");
    for (JsonNode message = next(); message != null; message = next()) {
      answer(message);
    }
  }

  private JsonNode next() throws IOException {
    if (!put.isEmpty()) {
      return put.poll();
    }
    String line = in.readLine();
    return line == null ? null : JSON.readTree(line);
  }

  private void answer(JsonNode message) throws Exception {
    JsonNode id = message.get("id");
    JsonNode params = message.path("params");
    switch (message.path("method").asString("")) {
      case "initialize" -> initialize(id);
      case "session/new" -> {
        if (manner.equals("sessionless")) {
          error(id, -32603, "no session for " + System.getenv("PARLEY_TOKEN"));
        } else {
          String session = UUID.randomUUID().toString();
          Files.writeString(folder.resolve("new-" + session), params.toString());
          Files.writeString(folder.resolve(session), "0");
          result(id, JSON.createObjectNode().put("sessionId", session));
        }
      }
      case "session/load", "session/resume" -> {
        String session = params.path("sessionId").asString();
        if (Files.exists(folder.resolve(session))) {
          update(session, text("this was said long ago"));
          result(id, JSON.createObjectNode());
        } else {
          error(id, -32603, "unknown session");
        }
      }
      case "session/prompt" -> prompt(id, params);
      default -> {}
    }
  }

  private void initialize(JsonNode id) {
    ObjectNode result = JSON.createObjectNode();
    result.put("protocolVersion", manner.equals("newer") ? 2 : 1);
    ObjectNode able = result.putObject("agentCapabilities");
    able.put("loadSession", !manner.equals("forgets"));
    if (manner.equals("resumes")) {
      able.putObject("sessionCapabilities").putObject("resume");
    }
    result(id, result);
  }

  private void prompt(JsonNode id, JsonNode params) throws Exception {
    String session = params.path("sessionId").asString();
    String prompt = params.path("prompt").path(0).path("text").asString();
    Matcher fenced = FENCED.matcher(prompt);
    String content = fenced.find() ? fenced.group(1).replaceAll("(?m)^\\| ", "") : prompt;
    int count = Integer.parseInt(Files.readString(folder.resolve(session))) + 1;
    Files.writeString(folder.resolve(session), Integer.toString(count));
    switch (content.split("\\s", 2)[0]) {
      case "count" -> say(session, "prompt " + count);
      case "prompt" -> say(session, prompt);
      case "variables" -> say(session, new TreeSet<>(System.getenv().keySet()).toString());
      case "variable" -> say(session, String.valueOf(System.getenv(content.substring(9))));
      case "silent" -> say(session, "[no answer]");
      case "tool" -> tool(session, content.substring(5));
      case "strange" -> strange(session);
      case "long" -> {
        for (int i = 0; i < 60; i++) {
          update(session, text("x".repeat(10_000)));
        }
      }
      case "line" -> update(session, text("x".repeat(9 << 20)));
      case "flood" -> {
        while (!out.checkError()) {
          update(session, JSON.createObjectNode().put("sessionUpdate", "plan"));
        }
      }
      case "die" -> {
        System.err.println("killed by " + System.getenv("PARLEY_TOKEN"));
        System.exit(7);
      }
      case "hang", "deaf" -> {
        boolean deaf = content.startsWith("deaf");
        Files.writeString(folder.resolve("hanging"), session);
        while (true) {
          JsonNode message = next();
          if (message == null) {
            return;
          }
          if (message.path("method").asString("").equals("session/cancel") && !deaf) {
            Files.writeString(folder.resolve("cancelled"), session);
            stop(id, "cancelled");
            return;
          }
        }
      }
      case "refuse" -> {
        stop(id, "refusal");
        return;
      }
      case "error" -> {
        error(id, -32603, "model says 401 for " + System.getenv("PARLEY_TOKEN"));
        return;
      }
      default -> say(session, "echo: " + content);
    }
    stop(id, "end_turn");
  }

  private void stop(JsonNode id, String reason) {
    result(id, JSON.createObjectNode().put("stopReason", reason));
  }

  /** A tool that needs leave; says which option was chosen. */
  private void tool(String session, String title) throws IOException {
    say(session, "I am going to look. ");
    ObjectNode call = JSON.createObjectNode().put("sessionUpdate", "tool_call");
    call.put("toolCallId", "c1").put("title", title).put("status", "pending");
    call.put("kind", title.startsWith("rm") ? "execute" : "other");
    call.putObject("rawInput").put("x", 1);
    update(session, call);
    ObjectNode request = message().put("id", 99).put("method", "session/request_permission");
    ObjectNode params = request.putObject("params").put("sessionId", session);
    params.putObject("toolCall").put("toolCallId", "c1");
    // The ids say the opposite of what they mean: only kinds count.
    params.putArray("options").addObject().put("optionId", "reject").put("kind", "allow_always");
    params.withArray("options").addObject().put("optionId", "no").put("kind", "allow_once");
    params.withArray("options").addObject().put("optionId", "yes").put("kind", "reject_once");
    send(request);
    JsonNode outcome = reply(99).path("result").path("outcome");
    ObjectNode ended = JSON.createObjectNode().put("sessionUpdate", "tool_call_update");
    ended.put("toolCallId", "c1").put("status", "completed");
    ended.putArray("content").addObject().putObject("content").put("text", "found it");
    update(session, ended);
    say(session, outcome.path("optionId").asString(outcome.path("outcome").asString()));
  }

  private void strange(String session) throws IOException {
    update(session, JSON.createObjectNode().put("sessionUpdate", "from_the_future"));
    send(message().put("method", "vendor/notice"));
    ObjectNode request = message().put("id", 98).put("method", "fs/read_text_file");
    request.putObject("params").put("sessionId", session).put("path", "/etc/passwd");
    send(request);
    say(session, "code " + reply(98).path("error").path("code").asInt());
  }

  private JsonNode reply(int id) throws IOException {
    while (true) {
      String line = in.readLine();
      JsonNode message = JSON.readTree(line == null ? "{\"id\":" + id + "}" : line);
      if (message.path("id").asInt(-1) == id && !message.has("method")) {
        return message;
      }
      put.add(message);
    }
  }

  private void say(String session, String text) {
    update(session, text(text));
  }

  private static ObjectNode text(String text) {
    ObjectNode update = JSON.createObjectNode().put("sessionUpdate", "agent_message_chunk");
    update.putObject("content").put("type", "text").put("text", text);
    return update;
  }

  private void update(String session, ObjectNode update) {
    ObjectNode notification = message().put("method", "session/update");
    notification.putObject("params").put("sessionId", session).set("update", update);
    send(notification);
  }

  private void result(JsonNode id, ObjectNode result) {
    ObjectNode response = message();
    response.set("id", id);
    response.set("result", result);
    send(response);
  }

  private void error(JsonNode id, int code, String text) {
    ObjectNode response = message();
    response.set("id", id);
    response.putObject("error").put("code", code).put("message", text);
    send(response);
  }

  private static ObjectNode message() {
    return JSON.createObjectNode().put("jsonrpc", "2.0");
  }

  private void send(ObjectNode message) {
    out.println(JSON.writeValueAsString(message));
    out.flush();
  }
}
