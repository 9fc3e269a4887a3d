package dev.parley.hub.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Carries messages between a client's pipes and the hub until the client closes its end. */
final class Bridge {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int IN_WORK_MAX = 256;
  private static final Duration GOODBYE = Duration.ofSeconds(2);
  private static final int INTERNAL = -32603;

  private final Lines lines;
  private final HubLink hub;
  private final StdioSession session;
  private final Semaphore free = new Semaphore(IN_WORK_MAX);
  private final Map<JsonNode, Thread> working = new ConcurrentHashMap<>();

  Bridge(Lines lines, HubLink hub) {
    this.lines = lines;
    this.hub = hub;
    this.session = new StdioSession(hub, lines);
  }

  /** Returns when the client has closed its end and what it asked is answered, or soon after. */
  void run() throws IOException, InterruptedException {
    for (String line = lines.read(); line != null; line = lines.read()) {
      JsonNode message;
      try {
        message = JSON.readTree(line);
      } catch (JacksonException e) {
        fail(null, -32700, "this line is not JSON");
        continue;
      }
      take(line, message);
    }
    boolean _ = free.tryAcquire(IN_WORK_MAX, GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
    session.close();
  }

  /**
   * @param line goes to the hub as it is: written anew, half of a character would become a question
   *     mark that nobody refuses
   */
  private void take(String line, JsonNode message) throws InterruptedException {
    String method = message.path("method").asString("");
    if (method.equals("initialize") && !Modern.isMarked(message)) {
      // What follows needs the session, so it waits for it.
      carry(line, message);
    } else if (method.equals("notifications/cancelled") && cancelModern(message)) {
      return;
    } else if (free.tryAcquire()) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  carry(line, message);
                } finally {
                  free.release();
                }
              });
    } else {
      fail(message.get("id"), INTERNAL, "too many requests at once");
    }
  }

  /** Without a session, giving up the answer is what cancels. */
  private boolean cancelModern(JsonNode notification) {
    JsonNode id = notification.path("params").path("requestId");
    Thread worker = working.get(id);
    if (worker != null) {
      worker.interrupt();
    }
    return worker != null;
  }

  private void carry(String line, JsonNode message) {
    JsonNode id = message.has("method") ? message.get("id") : null;
    try {
      if (Modern.isMarked(message)) {
        carryModern(line, message, id);
      } else if (message.path("method").asString("").equals("initialize")) {
        session.initialize(message);
      } else if (session.isOpen()) {
        session.carry(line, id);
      } else if (message.path("method").asString("").equals("ping") && id != null) {
        lines.write("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
      } else if (id != null) {
        fail(id, -32602, "send initialize first, or " + Modern.KEYS + " in params._meta");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // cancelled: there is no answer
    } catch (NotCarried e) {
      if (id != null) {
        fail(id, INTERNAL, String.valueOf(e.getMessage()));
      }
    } catch (IOException | RuntimeException e) {
      if (id != null && !Thread.currentThread().isInterrupted()) {
        fail(id, INTERNAL, "the hub cannot be reached (" + e.getMessage() + "); is it running?");
      }
    }
  }

  private void carryModern(String line, JsonNode message, @Nullable JsonNode id)
      throws IOException, InterruptedException {
    if (id != null) {
      working.put(id, Thread.currentThread());
    }
    try {
      HttpResponse<InputStream> response = hub.post(line, Modern.headers(message));
      try (InputStream body = response.body()) {
        if (isEvents(response)) {
          Events events = new Events(body);
          for (String data = events.next(); data != null; data = events.next()) {
            lines.write(data);
          }
        } else if (response.statusCode() != 202) {
          lines.write(answer(response, body, id));
        }
      }
    } finally {
      if (id != null) {
        working.remove(id);
      }
    }
  }

  static boolean isEvents(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
  }

  /** The JSON-RPC message in an answer; one without an id is about a request all the same. */
  static String answer(HttpResponse<?> response, InputStream body, @Nullable JsonNode id)
      throws IOException {
    byte[] bytes = body.readAllBytes();
    try {
      if (JSON.readTree(bytes) instanceof ObjectNode message && message.has("jsonrpc")) {
        if (!message.has("id") && id != null) {
          message.set("id", id);
        }
        return message.toString();
      }
    } catch (JacksonException e) {
      // Something that is no answer of ours.
    }
    throw new NotCarried("the hub answered " + response.statusCode());
  }

  private void fail(@Nullable JsonNode id, int code, String why) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
    if (id != null) {
      message.set("id", id);
    }
    message.putObject("error").put("code", code).put("message", why);
    lines.write(message.toString());
  }
}
