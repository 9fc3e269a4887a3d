package dev.parley.hub.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What a message of the generation without sessions needs on its way over HTTP. */
final class Modern {
  private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  static final List<String> KEYS = List.of(VERSION, "io.modelcontextprotocol/clientCapabilities");

  private Modern() {}

  static boolean isMarked(JsonNode message) {
    JsonNode meta = message.path("params").path("_meta");
    return KEYS.stream().anyMatch(meta::has) || meta.has("io.modelcontextprotocol/clientInfo");
  }

  static Map<String, String> headers(JsonNode message) {
    Map<String, String> headers = new LinkedHashMap<>();
    JsonNode params = message.path("params");
    headers.put("MCP-Protocol-Version", value(params.path("_meta").path(VERSION).asString("none")));
    headers.put("Mcp-Method", value(message.path("method").asString("")));
    for (String name : List.of("name", "uri", "taskId")) {
      if (params.path(name).isString()) {
        headers.put("Mcp-Name", value(params.path(name).asString()));
      }
    }
    return headers;
  }

  /** Plain where it can be, wrapped where it cannot. */
  private static String value(String text) {
    boolean plain =
        text.equals(text.strip())
            && !text.startsWith("=?base64?")
            && text.chars().allMatch(c -> c >= 0x20 && c < 0x7F);
    return plain
        ? text
        : "=?base64?" + Base64.getEncoder().encodeToString(text.getBytes(UTF_8)) + "?=";
  }
}
