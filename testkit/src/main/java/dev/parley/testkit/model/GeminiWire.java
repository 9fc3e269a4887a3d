package dev.parley.testkit.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The generateContent endpoints of Gemini, whose paths name the model. */
public final class GeminiWire implements ModelWire {
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public boolean serves(String path) {
    return path.endsWith(":streamGenerateContent") || path.endsWith(":generateContent");
  }

  @Override
  public List<String> stream(ModelRequest request, ModelReply.Said said) {
    List<String> events = new ArrayList<>();
    for (Map<String, Object> part : parts(said)) {
      events.add(event(List.of(part), said, false));
    }
    events.add(event(List.of(), said, true));
    return events;
  }

  private static List<Map<String, Object>> parts(ModelReply.Said said) {
    List<Map<String, Object>> parts = new ArrayList<>();
    said.thinking().forEach(piece -> parts.add(Map.of("text", piece, "thought", true)));
    said.text().forEach(piece -> parts.add(Map.of("text", piece)));
    for (ModelReply.Call call : said.calls()) {
      parts.add(
          Map.of(
              "functionCall",
              Map.of("name", call.tool(), "args", JSON.readTree(call.arguments()))));
    }
    return parts;
  }

  private static String event(List<Map<String, Object>> parts, ModelReply.Said said, boolean last) {
    return "data: " + JSON.writeValueAsString(body(parts, said, last)) + "\n\n";
  }

  private static Map<String, Object> body(
      List<Map<String, Object>> parts, ModelReply.Said said, boolean last) {
    Map<String, Object> candidate = new LinkedHashMap<>();
    candidate.put("index", 0);
    candidate.put("content", Map.of("role", "model", "parts", parts));
    if (last) {
      candidate.put("finishReason", said.stop().equals("max_tokens") ? "MAX_TOKENS" : "STOP");
    }
    return Map.of(
        "candidates",
        List.of(candidate),
        "usageMetadata",
        Map.of(
            "promptTokenCount",
            said.inputTokens(),
            "candidatesTokenCount",
            said.outputTokens(),
            "totalTokenCount",
            said.inputTokens() + said.outputTokens()));
  }

  @Override
  public String whole(ModelRequest request, ModelReply.Said said) {
    return JSON.writeValueAsString(body(parts(said), said, true));
  }

  @Override
  public String refusal(ModelReply.Refusal refusal) {
    return JSON.writeValueAsString(
        Map.of(
            "error",
            Map.of("code", refusal.status(), "message", refusal.message(), "status", "REFUSED")));
  }
}
