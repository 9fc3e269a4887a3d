package dev.parley.testkit.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The Responses endpoint of OpenAI. Tools of MCP servers have a namespace there: {@code
 * mcp__hub__send_message} is {@code send_message} in {@code mcp__hub}.
 */
public final class ResponsesWire implements ModelWire {
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public boolean serves(String path) {
    return path.endsWith("/responses");
  }

  @Override
  public List<String> stream(ModelRequest request, ModelReply.Said said) {
    List<String> events = new ArrayList<>();
    events.add(event("response.created", Map.of("response", Map.of("id", "resp_1"))));
    int index = 0;
    if (!said.text().isEmpty()) {
      events.add(added(index, message("")));
      for (String piece : said.text()) {
        events.add(
            event(
                "response.output_text.delta",
                Map.of(
                    "item_id",
                    "msg_1",
                    "output_index",
                    index,
                    "content_index",
                    0,
                    "delta",
                    piece)));
      }
      events.add(done(index++, message(String.join("", said.text()))));
    }
    for (ModelReply.Call call : said.calls()) {
      events.add(added(index, call(call)));
      events.add(done(index++, call(call)));
    }
    events.add(event("response.completed", Map.of("response", response(said))));
    return events;
  }

  private static Map<String, Object> message(String text) {
    return Map.of(
        "type",
        "message",
        "id",
        "msg_1",
        "role",
        "assistant",
        "content",
        text.isEmpty() ? List.of() : List.of(Map.of("type", "output_text", "text", text)));
  }

  private static Map<String, Object> call(ModelReply.Call call) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("type", "function_call");
    item.put("id", "fc_" + call.id());
    item.put("call_id", call.id());
    int name = call.tool().lastIndexOf("__");
    if (call.tool().startsWith("mcp__") && name > "mcp__".length()) {
      item.put("namespace", call.tool().substring(0, name));
      item.put("name", call.tool().substring(name + 2));
    } else {
      item.put("name", call.tool());
    }
    item.put("arguments", call.arguments());
    return item;
  }

  private static String added(int index, Map<String, Object> item) {
    return event("response.output_item.added", Map.of("output_index", index, "item", item));
  }

  private static String done(int index, Map<String, Object> item) {
    return event("response.output_item.done", Map.of("output_index", index, "item", item));
  }

  private static Map<String, Object> response(ModelReply.Said said) {
    return Map.of(
        "id",
        "resp_1",
        "status",
        "completed",
        "usage",
        Map.of(
            "input_tokens",
            said.inputTokens(),
            "output_tokens",
            said.outputTokens(),
            "total_tokens",
            said.inputTokens() + said.outputTokens()));
  }

  private static String event(String type, Map<String, Object> members) {
    Map<String, Object> data = new LinkedHashMap<>(Map.of("type", type));
    data.putAll(members);
    return "event: " + type + "\ndata: " + JSON.writeValueAsString(data) + "\n\n";
  }

  @Override
  public String whole(ModelRequest request, ModelReply.Said said) {
    List<Object> output = new ArrayList<>();
    if (!said.text().isEmpty()) {
      output.add(message(String.join("", said.text())));
    }
    said.calls().forEach(each -> output.add(call(each)));
    Map<String, Object> whole = new LinkedHashMap<>(response(said));
    whole.put("output", output);
    return JSON.writeValueAsString(whole);
  }

  @Override
  public String refusal(ModelReply.Refusal refusal) {
    return JSON.writeValueAsString(
        Map.of("error", Map.of("message", refusal.message(), "type", "error")));
  }
}
