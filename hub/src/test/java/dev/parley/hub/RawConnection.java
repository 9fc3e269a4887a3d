package dev.parley.hub;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The protocol by hand: no client of ours between a test and what the hub really says. */
final class RawConnection implements WebSocket.Listener, AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Consumer<JsonNode> onPush;
  private final Map<Long, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
  private final AtomicLong nextRequest = new AtomicLong();
  private final StringBuilder partial = new StringBuilder();
  private CompletableFuture<?> lastWrite = CompletableFuture.completedFuture(null);
  private final WebSocket socket;

  RawConnection(URI address, String token, Consumer<JsonNode> onPush) throws Exception {
    this.onPush = onPush;
    this.socket = http.newWebSocketBuilder().buildAsync(address, this).get(10, TimeUnit.SECONDS);
    JsonNode answer = ask("auth", request -> request.put("token", token));
    if (!answer.get("type").asString().equals("auth.ok")) {
      throw new AssertionError("not let in: " + answer);
    }
  }

  /** Sends a request and waits for its answer. */
  JsonNode ask(String type, Consumer<ObjectNode> fill) throws Exception {
    return askLater(type, fill).get(20, TimeUnit.SECONDS);
  }

  /** The JDK's socket takes one write at a time, so writes queue behind each other here. */
  synchronized CompletableFuture<JsonNode> askLater(String type, Consumer<ObjectNode> fill) {
    long id = nextRequest.incrementAndGet();
    ObjectNode request = JSON.createObjectNode().put("type", type).put("requestId", id);
    fill.accept(request);
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    asked.put(id, answer);
    String text = JSON.writeValueAsString(request);
    lastWrite = lastWrite.thenCompose(_ -> socket.sendText(text, true));
    lastWrite.whenComplete(
        (_, failure) -> {
          if (failure != null) {
            answer.completeExceptionally(failure);
          }
        });
    return answer;
  }

  @Override
  public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      JsonNode frame = JSON.readTree(partial.toString());
      partial.setLength(0);
      CompletableFuture<JsonNode> answer =
          frame.has("requestId") ? asked.remove(frame.get("requestId").asLong()) : null;
      if (answer != null) {
        answer.complete(frame);
      } else {
        onPush.accept(frame);
      }
    }
    webSocket.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
    lost(new IllegalStateException("closed with " + statusCode + " " + reason));
    return null;
  }

  @Override
  public void onError(WebSocket webSocket, Throwable error) {
    lost(error);
  }

  private void lost(Throwable why) {
    asked.values().forEach(answer -> answer.completeExceptionally(why));
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
  }
}
