package dev.parley.testkit.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The chat endpoint of Ollama: a line of JSON for each piece. */
final class OllamaWire implements ModelWire {
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public boolean serves(String path) {
    return path.endsWith("/api/chat");
  }

  @Override
  public String streamType() {
    return "application/x-ndjson";
  }

  @Override
  public List<String> stream(ModelRequest request, ModelReply.Said said) {
    List<String> lines = new ArrayList<>();
    said.thinking().forEach(piece -> lines.add(line(request, Map.of("thinking", piece))));
    said.text().forEach(piece -> lines.add(line(request, Map.of("content", piece))));
    if (!said.calls().isEmpty()) {
      lines.add(line(request, Map.of("content", "", "tool_calls", calls(said))));
    }
    lines.add(JSON.writeValueAsString(last(request, said, Map.of("content", ""))) + "\n");
    return lines;
  }

  private static List<Object> calls(ModelReply.Said said) {
    return said.calls().stream()
        .<Object>map(
            call ->
                Map.of(
                    "function",
                    Map.of("name", call.tool(), "arguments", JSON.readTree(call.arguments()))))
        .toList();
  }

  private static String line(ModelRequest request, Map<String, Object> message) {
    Map<String, Object> line = base(request, message);
    line.put("done", false);
    return JSON.writeValueAsString(line) + "\n";
  }

  private static Map<String, Object> base(ModelRequest request, Map<String, Object> message) {
    Map<String, Object> said = new LinkedHashMap<>(message);
    said.put("role", "assistant");
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("model", request.model());
    line.put("created_at", "2026-01-01T00:00:00Z");
    line.put("message", said);
    return line;
  }

  private static Map<String, Object> last(
      ModelRequest request, ModelReply.Said said, Map<String, Object> message) {
    Map<String, Object> line = base(request, message);
    line.put("done", true);
    line.put("done_reason", said.stop().equals("max_tokens") ? "length" : "stop");
    line.put("prompt_eval_count", said.inputTokens());
    line.put("eval_count", said.outputTokens());
    return line;
  }

  @Override
  public String whole(ModelRequest request, ModelReply.Said said) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("content", String.join("", said.text()));
    if (!said.calls().isEmpty()) {
      message.put("tool_calls", calls(said));
    }
    return JSON.writeValueAsString(last(request, said, message));
  }

  @Override
  public String refusal(ModelReply.Refusal refusal) {
    return JSON.writeValueAsString(Map.of("error", refusal.message()));
  }
}
