package dev.parley.hub.doors;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Calls of MCP where requests go one way and answers come on another, each with its id. */
abstract class McpLine extends McpConnection {
  private static final int ABOUT_NO_REQUEST = 0;
  private static final int PATIENCE_SECONDS = 60;

  private final ConcurrentMap<Integer, CompletableFuture<JsonNode>> open =
      new ConcurrentHashMap<>();
  private final BlockingQueue<JsonNode> told = new LinkedBlockingQueue<>();
  private boolean agreed;

  /** Sends one message. */
  abstract void send(String message);

  @Override
  final JsonNode call(String method, Map<String, Object> params) {
    if (!agreed) {
      ask(nextId(), "initialize", hello());
      send(message(null, "notifications/initialized", Map.of()));
      agreed = true;
    }
    return ask(nextId(), method, params);
  }

  /** The next thing that comes without having been asked for. */
  final JsonNode told() throws InterruptedException {
    return Objects.requireNonNull(
        told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), "nothing was told");
  }

  private JsonNode ask(int id, String method, Map<String, Object> params) {
    return answer(id, message(id, method, params));
  }

  @Override
  final void say(String garbage) {
    answer(ABOUT_NO_REQUEST, garbage);
  }

  private JsonNode answer(int id, String message) {
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    open.put(id, answer);
    try {
      send(message);
      return result(answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join());
    } finally {
      open.remove(id);
    }
  }

  /** Something came back. */
  final void onMessage(JsonNode message) {
    if (!message.has("method")) {
      CompletableFuture<JsonNode> waiting = open.get(message.path("id").asInt(ABOUT_NO_REQUEST));
      if (waiting != null) {
        waiting.complete(message);
      }
    } else {
      told.add(message);
    }
  }
}
