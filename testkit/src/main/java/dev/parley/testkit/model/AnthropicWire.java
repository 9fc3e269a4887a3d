package dev.parley.testkit.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The Messages endpoint of Anthropic. */
final class AnthropicWire implements ModelWire {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int PIECE = 7;

  @Override
  public boolean serves(String path) {
    return path.endsWith("/messages");
  }

  @Override
  public List<String> stream(ModelRequest request, ModelReply.Said said) {
    List<String> events = new ArrayList<>();
    events.add(
        event(
            "message_start",
            Map.of(
                "message",
                Map.of(
                    "id",
                    "msg_1",
                    "type",
                    "message",
                    "role",
                    "assistant",
                    "model",
                    request.model(),
                    "content",
                    List.of(),
                    "usage",
                    Map.of("input_tokens", said.inputTokens(), "output_tokens", 1)))));
    int index = 0;
    if (!said.thinking().isEmpty()) {
      start(events, index, Map.of("type", "thinking", "thinking", "", "signature", ""));
      for (String piece : said.thinking()) {
        delta(events, index, Map.of("type", "thinking_delta", "thinking", piece));
      }
      delta(events, index, Map.of("type", "signature_delta", "signature", "c2lnbmVk"));
      stop(events, index++);
    }
    if (!said.text().isEmpty()) {
      start(events, index, Map.of("type", "text", "text", ""));
      for (String piece : said.text()) {
        delta(events, index, Map.of("type", "text_delta", "text", piece));
      }
      stop(events, index++);
    }
    for (ModelReply.Call call : said.calls()) {
      start(
          events,
          index,
          Map.of("type", "tool_use", "id", call.id(), "name", call.tool(), "input", Map.of()));
      for (String piece : pieces(call.arguments())) {
        delta(events, index, Map.of("type", "input_json_delta", "partial_json", piece));
      }
      stop(events, index++);
    }
    events.add(
        event(
            "message_delta",
            Map.of(
                "delta",
                Map.of("stop_reason", said.stop()),
                "usage",
                Map.of("output_tokens", said.outputTokens()))));
    events.add(event("message_stop", Map.of()));
    return events;
  }

  /** Arguments come in pieces that are no JSON by themselves. */
  static List<String> pieces(String text) {
    List<String> pieces = new ArrayList<>();
    for (int at = 0; at < text.length(); at += PIECE) {
      pieces.add(text.substring(at, Math.min(text.length(), at + PIECE)));
    }
    return pieces;
  }

  private static void start(List<String> events, int index, Map<String, Object> block) {
    events.add(event("content_block_start", Map.of("index", index, "content_block", block)));
  }

  private static void delta(List<String> events, int index, Map<String, Object> delta) {
    events.add(event("content_block_delta", Map.of("index", index, "delta", delta)));
  }

  private static void stop(List<String> events, int index) {
    events.add(event("content_block_stop", Map.of("index", index)));
  }

  private static String event(String type, Map<String, Object> members) {
    Map<String, Object> data = new java.util.LinkedHashMap<>(Map.of("type", type));
    data.putAll(members);
    return "event: " + type + "\ndata: " + JSON.writeValueAsString(data) + "\n\n";
  }

  @Override
  public String whole(ModelRequest request, ModelReply.Said said) {
    List<Object> content = new ArrayList<>();
    if (!said.thinking().isEmpty()) {
      content.add(
          Map.of(
              "type",
              "thinking",
              "thinking",
              String.join("", said.thinking()),
              "signature",
              "c2lnbmVk"));
    }
    if (!said.text().isEmpty()) {
      content.add(Map.of("type", "text", "text", String.join("", said.text())));
    }
    for (ModelReply.Call call : said.calls()) {
      content.add(
          Map.of(
              "type",
              "tool_use",
              "id",
              call.id(),
              "name",
              call.tool(),
              "input",
              JSON.readTree(call.arguments())));
    }
    return JSON.writeValueAsString(
        Map.of(
            "id",
            "msg_1",
            "type",
            "message",
            "role",
            "assistant",
            "model",
            request.model(),
            "content",
            content,
            "stop_reason",
            said.stop(),
            "usage",
            Map.of("input_tokens", said.inputTokens(), "output_tokens", said.outputTokens())));
  }

  @Override
  public String refusal(ModelReply.Refusal refusal) {
    String type =
        switch (refusal.status()) {
          case 401 -> "authentication_error";
          case 429 -> "rate_limit_error";
          case 529 -> "overloaded_error";
          default -> refusal.status() < 500 ? "invalid_request_error" : "api_error";
        };
    return JSON.writeValueAsString(
        Map.of("type", "error", "error", Map.of("type", type, "message", refusal.message())));
  }
}
