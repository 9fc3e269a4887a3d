package dev.parley.testkit.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The Chat Completions endpoint of OpenAI, as many others speak it. */
final class OpenAiWire implements ModelWire {
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public boolean serves(String path) {
    return path.endsWith("/chat/completions");
  }

  @Override
  public List<String> stream(ModelRequest request, ModelReply.Said said) {
    List<String> events = new ArrayList<>();
    events.add(chunk(request, Map.of("role", "assistant", "content", ""), null));
    for (String piece : said.thinking()) {
      events.add(chunk(request, Map.of("reasoning_content", piece), null));
    }
    for (String piece : said.text()) {
      events.add(chunk(request, Map.of("content", piece), null));
    }
    for (int i = 0; i < said.calls().size(); i++) {
      ModelReply.Call call = said.calls().get(i);
      events.add(
          toolChunk(
              request,
              Map.of(
                  "index",
                  i,
                  "id",
                  call.id(),
                  "type",
                  "function",
                  "function",
                  Map.of("name", call.tool(), "arguments", ""))));
      for (String piece : AnthropicWire.pieces(call.arguments())) {
        events.add(toolChunk(request, Map.of("index", i, "function", Map.of("arguments", piece))));
      }
    }
    events.add(chunk(request, Map.of(), finish(said)));
    Map<String, Object> last = base(request, "chat.completion.chunk");
    last.put("choices", List.of());
    last.put("usage", usage(said));
    events.add(data(last));
    events.add("data: [DONE]\n\n");
    return events;
  }

  private static String toolChunk(ModelRequest request, Map<String, Object> call) {
    return chunk(request, Map.of("tool_calls", List.of(call)), null);
  }

  private static String chunk(
      ModelRequest request,
      Map<String, Object> delta,
      @org.jspecify.annotations.Nullable String finish) {
    Map<String, Object> choice = new LinkedHashMap<>();
    choice.put("index", 0);
    choice.put("delta", delta);
    if (finish != null) {
      choice.put("finish_reason", finish);
    }
    Map<String, Object> chunk = base(request, "chat.completion.chunk");
    chunk.put("choices", List.of(choice));
    return data(chunk);
  }

  private static String data(Map<String, Object> chunk) {
    return "data: " + JSON.writeValueAsString(chunk) + "\n\n";
  }

  private static Map<String, Object> base(ModelRequest request, String object) {
    Map<String, Object> base = new LinkedHashMap<>();
    base.put("id", "chatcmpl-1");
    base.put("object", object);
    base.put("created", 1);
    base.put("model", request.model());
    return base;
  }

  private static String finish(ModelReply.Said said) {
    return switch (said.stop()) {
      case "tool_use" -> "tool_calls";
      case "max_tokens" -> "length";
      case "refusal" -> "content_filter";
      default -> "stop";
    };
  }

  private static Map<String, Object> usage(ModelReply.Said said) {
    return Map.of(
        "prompt_tokens",
        said.inputTokens(),
        "completion_tokens",
        said.outputTokens(),
        "total_tokens",
        said.inputTokens() + said.outputTokens());
  }

  @Override
  public String whole(ModelRequest request, ModelReply.Said said) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("role", "assistant");
    message.put("content", String.join("", said.text()));
    if (!said.thinking().isEmpty()) {
      message.put("reasoning_content", String.join("", said.thinking()));
    }
    if (!said.calls().isEmpty()) {
      message.put(
          "tool_calls",
          said.calls().stream()
              .map(
                  call ->
                      Map.of(
                          "id",
                          call.id(),
                          "type",
                          "function",
                          "function",
                          Map.of("name", call.tool(), "arguments", call.arguments())))
              .toList());
    }
    Map<String, Object> whole = base(request, "chat.completion");
    whole.put(
        "choices", List.of(Map.of("index", 0, "message", message, "finish_reason", finish(said))));
    whole.put("usage", usage(said));
    return JSON.writeValueAsString(whole);
  }

  @Override
  public String refusal(ModelReply.Refusal refusal) {
    return JSON.writeValueAsString(
        Map.of("error", Map.of("message", refusal.message(), "type", "error")));
  }
}
