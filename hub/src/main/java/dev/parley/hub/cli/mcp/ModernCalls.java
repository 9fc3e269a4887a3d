package dev.parley.hub.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Carries messages of the generation without sessions, each for itself. Any thread. */
final class ModernCalls {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(2);
  private static final String NOTIFICATIONS = "notifications/";

  private final HubLink hub;
  private final Lines lines;
  private final Map<JsonNode, Thread> working = new ConcurrentHashMap<>();

  ModernCalls(HubLink hub, Lines lines) {
    this.hub = hub;
    this.lines = lines;
  }

  /** Without a session, giving up the answer is what cancels. False when it is not under way. */
  boolean cancel(JsonNode id) {
    Thread worker = working.get(id);
    if (worker != null) {
      worker.interrupt();
    }
    return worker != null;
  }

  void carry(String line, JsonNode message, @Nullable JsonNode id)
      throws IOException, InterruptedException {
    if (id != null) {
      working.put(id, Thread.currentThread());
    }
    try {
      if (id != null && message.path("method").asString("").equals(Bridge.LISTEN)) {
        listen(line, message, id);
      } else {
        call(line, message, id);
      }
    } finally {
      if (id != null) {
        working.remove(id);
      }
    }
  }

  private void call(String line, JsonNode message, @Nullable JsonNode id)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> response = hub.post(line, Modern.headers(message));
    try (InputStream body = response.body()) {
      if (Bridge.isEvents(response)) {
        Events events = new Events(body);
        for (String data = events.next(); data != null; data = events.next()) {
          lines.write(data);
        }
      } else if (response.statusCode() != 202) {
        lines.write(Bridge.answer(response, body, id));
      }
    }
  }

  /**
   * A subscription outlives the hub: when that is back it is made again, and because nobody knows
   * what was missed, everything that is watched is told of. Until it is cancelled or refused.
   */
  private void listen(String line, JsonNode message, JsonNode id)
      throws IOException, InterruptedException {
    boolean first = true;
    Duration pause = PAUSE;
    while (true) {
      HttpResponse<InputStream> response;
      try {
        response = hub.post(line, Modern.headers(message));
      } catch (IOException | RuntimeException e) {
        if (first) {
          throw e;
        }
        response = null;
      }
      if (response != null) {
        try (InputStream body = response.body()) {
          if (!Bridge.isEvents(response)) {
            lines.write(Bridge.answer(response, body, id));
            return;
          }
          copy(new Events(body), first);
        } catch (NotCarried e) {
          throw e;
        } catch (IOException e) {
          // Cut off: the hub has gone.
        }
        first = false;
        pause = PAUSE;
      }
      Thread.sleep(pause);
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause.multipliedBy(2);
    }
  }

  /** Copies what is told; that the hub says goodbye is between it and us. */
  private void copy(Events events, boolean first) throws IOException {
    for (String data = events.next(); data != null; data = events.next()) {
      JsonNode told = JSON.readTree(data);
      String method = told.path("method").asString("");
      if (method.equals(NOTIFICATIONS + "subscriptions/acknowledged")) {
        if (first) {
          lines.write(data);
        } else {
          missed(told.path("params"));
        }
      } else if (told.has("method") && !method.equals(NOTIFICATIONS + "cancelled")) {
        lines.write(data);
      }
    }
  }

  private void missed(JsonNode params) {
    for (JsonNode uri : params.path("notifications").path("resourceSubscriptions")) {
      ObjectNode updated = JSON.createObjectNode().put("jsonrpc", "2.0");
      ObjectNode about =
          updated.put("method", NOTIFICATIONS + "resources/updated").putObject("params");
      about.set("_meta", params.path("_meta"));
      about.set("uri", uri);
      lines.write(updated.toString());
    }
  }
}
