package dev.parley.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A client of the JSON protocol on the JDK's own WebSocket. */
public final class TestClient implements AutoCloseable, WebSocket.Listener {
  private static final long SECONDS_MAX = 20;

  private final HttpClient http = HttpClient.newHttpClient();
  private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<JsonNode> pushes = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final StringBuilder partial = new StringBuilder();
  private WebSocket socket;

  private TestClient() {}

  static TestClient connect(int port) {
    TestClient client = new TestClient();
    client.socket =
        client
            .http
            .newWebSocketBuilder()
            .buildAsync(URI.create("ws://127.0.0.1:" + port + "/ws"), client)
            .join();
    return client;
  }

  @Override
  public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      JsonNode frame = Json.parse(partial.toString());
      partial.setLength(0);
      (isUnasked(frame) ? pushes : answers).add(frame);
    }
    webSocket.request(1);
    return null;
  }

  private static boolean isUnasked(JsonNode frame) {
    return switch (frame.path("type").asString("")) {
      case "msg.push", "msg.session.push", "msg.lagging", "msg.caught_up" -> true;
      default -> false;
    };
  }

  @Override
  public CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
    closed.complete(statusCode);
    return null;
  }

  @Override
  public void onError(WebSocket webSocket, Throwable error) {
    closed.completeExceptionally(error);
  }

  public void send(String json) {
    socket.sendText(Json.text(json), true).join();
  }

  public WebSocket socket() {
    return socket;
  }

  /** Sends without waiting for the answer. */
  public void sendRaw(String text) {
    socket.sendText(text, true).join();
  }

  /** Sends a request and returns its answer, whatever it is. */
  public JsonNode ask(String json) {
    ObjectNode request = (ObjectNode) Json.of(json);
    int id = requests.incrementAndGet();
    request.put("requestId", id);
    socket.sendText(request.toString(), true).join();
    JsonNode answer = answer();
    assertThat(answer.path("requestId").asInt(-1))
        .as("answer %s to %s", answer, json)
        .isEqualTo(id);
    return answer;
  }

  /** The same, for requests that must succeed. */
  public JsonNode ok(String json) {
    JsonNode answer = ask(json);
    assertThat(answer.path("type").asString(""))
        .as("answer %s to %s", answer, json)
        .isNotEqualTo("error");
    return answer;
  }

  /** Sends a request that must be refused and returns the error's code. */
  public String refused(String json) {
    JsonNode answer = ask(json);
    assertThat(answer.path("type").asString(""))
        .as("answer %s to %s", answer, json)
        .isEqualTo("error");
    return answer.path("code").asString("");
  }

  public JsonNode answer() {
    return next(answers, "an answer");
  }

  public JsonNode push() {
    return next(pushes, "a push");
  }

  public List<JsonNode> pushes(int count) {
    List<JsonNode> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(push());
    }
    return all;
  }

  /**
   * Pushes that are here already; ask something first to be sure that everything earlier has come.
   */
  public List<JsonNode> pushesSoFar() {
    List<JsonNode> all = new ArrayList<>();
    pushes.drainTo(all);
    return all;
  }

  private JsonNode next(BlockingQueue<JsonNode> queue, String what) {
    try {
      JsonNode frame = queue.poll(SECONDS_MAX, TimeUnit.SECONDS);
      if (frame == null) {
        throw new AssertionError(what + " did not come; closed: " + closed);
      }
      return frame;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The code with which the hub closed this connection. */
  public int closeCode() {
    return closed.orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join();
  }

  public boolean isOpen() {
    return !closed.isDone();
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
    http.close();
  }
}
