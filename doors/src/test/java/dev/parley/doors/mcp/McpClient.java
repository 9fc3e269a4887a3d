package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks both generations of MCP over HTTP, with every header in the test's hands. */
final class McpClient implements AutoCloseable {
  static final String MODERN = "2026-07-28";
  private static final String META =
      "'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':%s";

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private String capabilities = "{}";

  private McpClient(URI uri) {
    this.uri = uri;
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "application/json, text/event-stream");
  }

  static McpClient at(int port, String pathAndQuery) {
    return new McpClient(URI.create("http://127.0.0.1:" + port + pathAndQuery));
  }

  McpClient token(String token) {
    return header("Authorization", "Bearer " + token);
  }

  /** Null takes it away. */
  McpClient header(String name, String value) {
    if (value == null) {
      headers.remove(name);
    } else {
      headers.put(name, value);
    }
    return this;
  }

  McpClient capabilities(String json) {
    capabilities = json;
    return this;
  }

  /** What came back: the status, and the messages of a document or of a stream. */
  record Answer(
      int status, Map<String, List<String>> headers, List<JsonNode> messages, String body) {
    JsonNode message() {
      assertThat(messages).as(body).isNotEmpty();
      return messages.getLast();
    }

    JsonNode result() {
      assertThat(message().path("result").isObject()).as(body).isTrue();
      return message().path("result");
    }

    JsonNode error() {
      assertThat(message().path("error").isObject()).as(body).isTrue();
      return message().path("error");
    }

    String header(String name) {
      return headers.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), List.of()).stream()
          .findFirst()
          .orElse(null);
    }
  }

  HttpRequest.Builder request() {
    HttpRequest.Builder builder = HttpRequest.newBuilder(uri);
    headers.forEach(builder::header);
    return builder;
  }

  HttpClient http() {
    return http;
  }

  Answer post(String body) {
    return send(request().POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  Answer send(HttpRequest.Builder builder) {
    try {
      HttpResponse<String> response =
          http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
      List<JsonNode> messages = new ArrayList<>();
      String type = response.headers().firstValue("Content-Type").orElse("");
      if (type.startsWith("text/event-stream")) {
        response
            .body()
            .lines()
            .filter(line -> line.startsWith("data: ") && line.length() > 6)
            .forEach(line -> messages.add(Json.parse(line.substring(6))));
      } else if (type.startsWith("application/json")) {
        messages.add(Json.parse(response.body()));
      }
      return new Answer(response.statusCode(), response.headers().map(), messages, response.body());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Opens a stream and leaves it open. */
  Stream open(HttpRequest.Builder builder) throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        http.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
    return new Stream(
        response,
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
  }

  record Stream(HttpResponse<InputStream> response, BufferedReader lines) implements AutoCloseable {
    /** The next line with data, without the word. */
    String data() throws IOException {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ") && line.length() > 6) {
          return line.substring(6);
        }
      }
      return null;
    }

    JsonNode message() throws IOException {
      return Json.parse(data());
    }

    @Override
    public void close() throws IOException {
      response.body().close();
    }
  }

  // ---- legacy

  McpClient initialize() {
    return initialize("2025-11-25");
  }

  McpClient initialize(String version) {
    Answer answer =
        call(
            "initialize",
            "{'protocolVersion':'"
                + version
                + "','capabilities':"
                + capabilities
                + ",'clientInfo':{'name':'probe','version':'1'}}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    headers.put("Mcp-Session-Id", answer.header("Mcp-Session-Id"));
    headers.put("MCP-Protocol-Version", answer.result().path("protocolVersion").asString());
    assertThat(notify("notifications/initialized", "{}").status()).isEqualTo(202);
    return this;
  }

  Answer call(String method, String params) {
    return post(message(method, Json.of(params)).put("id", ids.incrementAndGet()).toString());
  }

  Answer notify(String method, String params) {
    return post(message(method, Json.of(params)).toString());
  }

  static ObjectNode message(String method, JsonNode params) {
    ObjectNode message = (ObjectNode) Json.of("{'jsonrpc':'2.0'}");
    message.put("method", method).set("params", params);
    return message;
  }

  /** The structured result of a tool that must succeed. */
  JsonNode tool(String name, String arguments) {
    JsonNode result = rawTool(name, arguments);
    assertThat(result.path("isError").asBoolean(false)).as("%s: %s", name, result).isFalse();
    assertThat(Json.parse(result.path("content").path(0).path("text").asString()))
        .isEqualTo(result.path("structuredContent"));
    return result.path("structuredContent");
  }

  /** The words of a tool that must fail. */
  String failure(String name, String arguments) {
    JsonNode result = rawTool(name, arguments);
    assertThat(result.path("isError").asBoolean(false)).as("%s: %s", name, result).isTrue();
    return result.path("content").path(0).path("text").asString();
  }

  JsonNode rawTool(String name, String arguments) {
    return call("tools/call", "{'name':'" + name + "','arguments':" + arguments + "}").result();
  }

  // ---- modern

  /** A modern request with everything that it must carry. */
  HttpRequest.Builder modern(String method, String params) {
    ObjectNode tree = (ObjectNode) Json.of(params);
    ObjectNode meta = (ObjectNode) Json.of("{" + META.formatted(capabilities) + "}");
    tree.withObjectProperty("_meta").setAll(meta);
    HttpRequest.Builder builder = request();
    builder.setHeader("MCP-Protocol-Version", MODERN).setHeader("Mcp-Method", method);
    String name = tree.path("name").asString(tree.path("uri").asString(""));
    if (!name.isEmpty()) {
      builder.setHeader("Mcp-Name", name);
    }
    ObjectNode message = message(method, tree).put("id", ids.incrementAndGet());
    return builder.POST(HttpRequest.BodyPublishers.ofString(message.toString()));
  }

  Answer ask(String method, String params) {
    return send(modern(method, params));
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
