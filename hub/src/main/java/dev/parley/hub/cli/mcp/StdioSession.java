package dev.parley.hub.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The session of a client that began with {@code initialize}. The hub may forget it, by being
 * restarted for instance; then it is begun again without the client noticing.
 */
final class StdioSession {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PAUSE_MAX = Duration.ofSeconds(2);
  private static final String SUBSCRIBE = "resources/subscribe";
  private static final int RESUMED_MAX = 100;

  private final HubLink hub;
  private final Lines lines;
  private @Nullable JsonNode beginning;
  private @Nullable String id;
  private String version = "";

  /** What the hub was asked to keep in mind, as it was said, by what it is about. */
  private final SequencedMap<String, JsonNode> kept = new LinkedHashMap<>();

  private volatile boolean closed;

  StdioSession(HubLink hub, Lines lines) {
    this.hub = hub;
    this.lines = lines;
  }

  synchronized boolean isOpen() {
    return id != null;
  }

  /** The hub's answer goes to the client. */
  synchronized void initialize(JsonNode message) throws IOException, InterruptedException {
    boolean first = beginning == null;
    lines.write(begin(message));
    if (first && id != null) {
      Thread.ofVirtual().start(this::listen);
    }
  }

  private String begin(JsonNode message) throws IOException, InterruptedException {
    HttpResponse<InputStream> response = hub.post(message.toString(), Map.of());
    try (InputStream body = response.body()) {
      String answer = Bridge.answer(response, body, message.get("id"));
      String given = response.headers().firstValue("Mcp-Session-Id").orElse(null);
      if (given != null) {
        beginning = message;
        id = given;
        version = JSON.readTree(answer).path("result").path("protocolVersion").asString("");
      }
      return answer;
    }
  }

  private synchronized void beginAgain(@Nullable String lost)
      throws IOException, InterruptedException {
    JsonNode message = beginning;
    if (message == null || (id != null && !id.equals(lost))) {
      return; // somebody else has done it
    }
    String _ = begin(message);
    ObjectNode initialized = JSON.createObjectNode().put("jsonrpc", "2.0");
    initialized.put("method", "notifications/initialized");
    hub.post(initialized.toString(), headers(null)).body().close();
    for (JsonNode said : List.copyOf(kept.values())) {
      hub.post(said.toString(), headers(null)).body().close();
      if (said.path("method").asString("").equals(SUBSCRIBE)) {
        // Nobody knows what has happened meanwhile.
        ObjectNode updated = JSON.createObjectNode().put("jsonrpc", "2.0");
        updated.put("method", "notifications/resources/updated");
        updated.putObject("params").set("uri", said.path("params").path("uri"));
        lines.write(updated.toString());
      }
    }
  }

  /** A session that is begun again has to be told once more what it was told. */
  private synchronized void keepInMind(JsonNode message) {
    String about = message.path("params").path("uri").asString("");
    switch (message.path("method").asString("")) {
      case SUBSCRIBE -> kept.put(about, message);
      case "resources/unsubscribe" -> kept.remove(about);
      case "logging/setLevel" -> kept.put("", message);
      default -> {} // nothing that lasts
    }
  }

  private synchronized Map<String, String> headers(@Nullable String lastEvent) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (id != null) {
      headers.put("Mcp-Session-Id", id);
      headers.put("MCP-Protocol-Version", version);
    }
    if (lastEvent != null) {
      headers.put("Last-Event-ID", lastEvent);
    }
    return headers;
  }

  /**
   * @param line the message as it came
   * @param request its id, when it is a request
   */
  void carry(String line, JsonNode message, @Nullable JsonNode request)
      throws IOException, InterruptedException {
    Map<String, String> headers = headers(null);
    HttpResponse<InputStream> response = hub.post(line, headers);
    if (response.statusCode() == 404) {
      response.body().close();
      beginAgain(headers.get("Mcp-Session-Id"));
      response = hub.post(line, headers(null));
    }
    String lastEvent = null;
    for (int resumed = 0; resumed < RESUMED_MAX; resumed++) {
      try (InputStream body = response.body()) {
        if (!Bridge.isEvents(response)) {
          if (response.statusCode() != 202) {
            String answer = Bridge.answer(response, body, request);
            if (JSON.readTree(answer).has("result")) {
              keepInMind(message);
            }
            lines.write(answer);
          }
          return;
        }
        Events events = new Events(body);
        boolean answered = copy(events, request);
        lastEvent = events.lastId() == null ? lastEvent : events.lastId();
        if (answered || request == null || lastEvent == null) {
          return;
        }
      }
      // The stream was cut before the answer: go on where it was.
      response = hub.get(headers(lastEvent));
    }
  }

  /** True when the answer to this request was among the events. */
  private boolean copy(Events events, @Nullable JsonNode request) throws IOException {
    for (String data = events.next(); data != null; data = events.next()) {
      lines.write(data);
      JsonNode message = JSON.readTree(data);
      if (request != null && !message.has("method") && request.equals(message.get("id"))) {
        return true;
      }
    }
    return false;
  }

  /** What belongs to no request. */
  private void listen() {
    String lastEvent = null;
    Duration pause = Duration.ofMillis(100);
    while (!closed) {
      try {
        Map<String, String> headers = headers(lastEvent);
        HttpResponse<InputStream> response = hub.get(headers);
        if (response.statusCode() == 404) {
          response.body().close();
          beginAgain(headers.get("Mcp-Session-Id"));
          lastEvent = null;
        } else if (response.statusCode() == 200) {
          pause = Duration.ofMillis(100);
          try (Events events = new Events(response.body())) {
            boolean _ = copy(events, null);
            lastEvent = events.lastId() == null ? lastEvent : events.lastId();
          }
        }
        Thread.sleep(pause);
      } catch (IOException | RuntimeException e) {
        try {
          Thread.sleep(pause);
        } catch (InterruptedException interrupted) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      }
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause.multipliedBy(2);
    }
  }

  void close() throws InterruptedException {
    closed = true;
    if (isOpen()) {
      try {
        hub.delete(headers(null));
      } catch (IOException | RuntimeException e) {
        // Then the hub ends it by itself.
      }
    }
  }
}
