package dev.parley.hub.doors;

import dev.parley.core.error.ErrorCode;
import dev.parley.testkit.door.DoorRefusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Somebody who calls methods of MCP, whatever carries them. */
abstract class McpConnection implements AutoCloseable {
  private final AtomicInteger ids = new AtomicInteger();

  /**
   * Asks, and waits for the result.
   *
   * @throws DoorRefusal when there is an error instead
   */
  abstract JsonNode call(String method, Map<String, Object> params);

  /**
   * Says something that is no message.
   *
   * @throws DoorRefusal as it should be
   */
  abstract void say(String garbage);

  @Override
  public void close() {}

  /**
   * What a tool returns.
   *
   * @throws DoorRefusal when it fails; the words begin with the code, unless it is about arguments
   */
  final JsonNode tool(String name, Map<String, Object> arguments) {
    JsonNode result = call("tools/call", Map.of("name", name, "arguments", arguments));
    if (result.path("isError").asBoolean(false)) {
      String words = result.path("content").path(0).path("text").asString();
      throw new DoorRefusal(code(words), words);
    }
    return result.path("structuredContent");
  }

  private static String code(String words) {
    int colon = words.indexOf(':');
    for (ErrorCode code : ErrorCode.values()) {
      if (colon > 0 && words.substring(0, colon).equals(code.wireName())) {
        return code.wireName();
      }
    }
    return ErrorCode.BAD_REQUEST.wireName();
  }

  /** What a client of the generation with sessions says first. */
  static Map<String, Object> hello() {
    return Map.of(
        "protocolVersion",
        McpGeneration.LEGACY.version(),
        "capabilities",
        Map.of(),
        "clientInfo",
        Map.of("name", "contract", "version", "1"));
  }

  final int nextId() {
    return ids.incrementAndGet();
  }

  /**
   * @param id null for a notification
   */
  static String message(Integer id, String method, Map<String, Object> params) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("method", method);
    message.put("params", params);
    if (id != null) {
      message.put("id", id);
    }
    return Json.write(message);
  }

  /** The result in a message that answers. */
  static JsonNode result(JsonNode message) {
    JsonNode error = message.path("error");
    if (error.isObject()) {
      JsonNode data = error.path("data");
      String code =
          switch (error.path("code").asInt()) {
            case -32700 -> "bad_json";
            case -32002 -> "not_found"; // a resource, in the generation with sessions
            case -32602 -> data.has("uri") ? "not_found" : "bad_request";
            default -> data.path("code").asString("internal");
          };
      throw new DoorRefusal(code, error.path("message").asString(""));
    }
    return message.path("result");
  }
}
