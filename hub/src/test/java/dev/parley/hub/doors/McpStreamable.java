package dev.parley.hub.doors;

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
import tools.jackson.databind.JsonNode;

/** Calls of MCP over Streamable HTTP, as a client of one generation makes them. */
final class McpStreamable extends McpConnection {
  private static final JsonNode NOTHING = Json.parse("{}");

  private final HttpClient http;
  private final int port;
  private final String token;
  private final McpGeneration generation;
  private String session;

  /**
   * @param token null for none
   */
  McpStreamable(HttpClient http, int port, String token, McpGeneration generation) {
    this.http = http;
    this.port = port;
    this.token = token;
    this.generation = generation;
  }

  @Override
  JsonNode call(String method, Map<String, Object> params) {
    return switch (generation) {
      case LEGACY -> {
        if (session == null) {
          initialize();
        }
        yield exchange(message(nextId(), method, params), legacyHeaders());
      }
      case MODERN -> modern(method, params);
    };
  }

  @Override
  void say(String garbage) {
    exchange(garbage, Map.of());
  }

  private void initialize() {
    exchange(message(nextId(), "initialize", hello()), Map.of());
    exchange(message(null, "notifications/initialized", Map.of()), legacyHeaders());
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
    if (params.getOrDefault("name", params.get("uri")) instanceof String name) {
      headers.put("Mcp-Name", name);
    }
    return exchange(message(nextId(), method, whole), headers);
  }

  private JsonNode exchange(String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/mcp?profile=all"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(body));
    headers.forEach(request::header);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      requireLetIn(response);
      response.headers().firstValue("Mcp-Session-Id").ifPresent(id -> session = id);
      return result(last(response));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void requireLetIn(HttpResponse<String> response) {
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
