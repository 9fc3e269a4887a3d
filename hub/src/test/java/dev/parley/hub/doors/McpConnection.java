package dev.parley.hub.doors;

import dev.parley.core.error.ErrorCode;
import dev.parley.testkit.door.DoorRefusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Calls of MCP over Streamable HTTP, as a client of one generation makes them. */
final class McpConnection {
  private static final JsonNode NOTHING = Json.parse("{}");

  private final HttpClient http;
  private final int port;
  private final String token;
  private final McpGeneration generation;
  private final AtomicInteger ids = new AtomicInteger();
  private String session;

  /**
   * @param token null for none
   */
  McpConnection(HttpClient http, int port, String token, McpGeneration generation) {
    this.http = http;
    this.port = port;
    this.token = token;
    this.generation = generation;
  }

  /**
   * What a tool returns.
   *
   * @throws DoorRefusal when it fails; the words begin with the code, unless it is about arguments
   */
  JsonNode tool(String name, Map<String, Object> arguments) {
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

  JsonNode call(String method, Map<String, Object> params) {
    return switch (generation) {
      case LEGACY -> {
        if (session == null) {
          initialize();
        }
        yield exchange(message(method, params, true), legacyHeaders());
      }
      case MODERN -> modern(method, params);
    };
  }

  private void initialize() {
    Map<String, Object> hello =
        Map.of(
            "protocolVersion",
            generation.version(),
            "capabilities",
            Map.of(),
            "clientInfo",
            Map.of("name", "contract", "version", "1"));
    exchange(message("initialize", hello, true), Map.of());
    exchange(message("notifications/initialized", Map.of(), false), legacyHeaders());
  }

  private Map<String, String> legacyHeaders() {
    return Map.of("Mcp-Session-Id", session, "MCP-Protocol-Version", generation.version());
  }

  private JsonNode modern(String method, Map<String, Object> params) {
    Map<String, Object> whole = new LinkedHashMap<>(params);
    whole.put(
        "_meta",
        Map.of(
            "io.modelcontextprotocol/protocolVersion",
            generation.version(),
            "io.modelcontextprotocol/clientCapabilities",
            Map.of()));
    Map<String, String> headers = new HashMap<>();
    headers.put("MCP-Protocol-Version", generation.version());
    headers.put("Mcp-Method", method);
    if (params.get("name") instanceof String name) {
      headers.put("Mcp-Name", name);
    }
    return exchange(message(method, whole, true), headers);
  }

  private String message(String method, Map<String, Object> params, boolean isRequest) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("method", method);
    message.put("params", params);
    if (isRequest) {
      message.put("id", ids.incrementAndGet());
    }
    return Json.write(message);
  }

  JsonNode exchange(String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/mcp"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(body));
    headers.forEach(request::header);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return result(http.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private JsonNode result(HttpResponse<String> response) {
    if (response.statusCode() == 401) {
      boolean wrong =
          response
              .headers()
              .firstValue("WWW-Authenticate")
              .orElse("")
              .toLowerCase(Locale.ROOT)
              .contains("invalid_token");
      throw new DoorRefusal(wrong ? "unauthorized" : "not_authenticated", response.body());
    }
    response.headers().firstValue("Mcp-Session-Id").ifPresent(id -> session = id);
    JsonNode message = last(response);
    JsonNode error = message.path("error");
    if (error.isObject()) {
      String code =
          switch (error.path("code").asInt()) {
            case -32700 -> "bad_json";
            case -32602 -> "bad_request";
            default -> error.path("data").path("code").asString("internal");
          };
      throw new DoorRefusal(code, error.path("message").asString(""));
    }
    return message.path("result");
  }

  /** The one message, or the last one of a stream, which is the answer. */
  private static JsonNode last(HttpResponse<String> response) {
    String body = response.body();
    if (response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")) {
      String last = "{}";
      for (String line : body.lines().toList()) {
        if (line.startsWith("data:") && line.strip().length() > "data:".length()) {
          last = line.substring("data:".length());
        }
      }
      return Json.parse(last);
    }
    return body.isEmpty() ? NOTHING : Json.parse(body);
  }
}
