package dev.parley.hub.doors;

import dev.parley.testkit.door.DoorRefusal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * The JSON WebSocket protocol, frame by frame, on the JDK's own WebSocket. One caller at a time.
 */
final class FrameSocket implements WebSocket.Listener, AutoCloseable {
  private static final JsonNode CLOSED = Json.parse("{}");

  private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<JsonNode> pushes = new LinkedBlockingQueue<>();
  private final StringBuilder partial = new StringBuilder();
  private final WebSocket socket;
  private int requests;
  private volatile String lastRefusal = "closed";

  FrameSocket(HttpClient http, URI address) {
    this.socket = http.newWebSocketBuilder().buildAsync(address, this).join();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      JsonNode frame = Json.parse(partial.toString());
      partial.setLength(0);
      boolean isPush = frame.path("type").asString("").endsWith(".push");
      (isPush ? pushes : answers).add(frame);
    }
    from.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int statusCode, String reason) {
    if (statusCode == 4401) {
      lastRefusal = "unauthorized";
    }
    answers.add(CLOSED);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    answers.add(CLOSED);
  }

  /**
   * Asks and waits for the answer.
   *
   * @throws DoorRefusal when the answer is an error, or the hub hangs up
   */
  JsonNode ask(String type, Map<String, ?> fields) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("type", type);
    request.put("requestId", ++requests);
    request.putAll(fields);
    return exchange(Json.write(request));
  }

  JsonNode exchange(String text) {
    CompletableFuture<WebSocket> written = socket.sendText(text, true);
    try {
      written.get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      // Closed: what was said before that is in the answers.
    }
    JsonNode answer = next(answers);
    if (answer == CLOSED) {
      answers.add(CLOSED);
      throw new DoorRefusal(lastRefusal, "the hub has closed the connection");
    }
    if (answer.path("type").asString("").equals("error")) {
      throw new DoorRefusal(answer.path("code").asString(""), answer.path("message").asString(""));
    }
    return answer;
  }

  JsonNode push() {
    return next(pushes);
  }

  private static JsonNode next(BlockingQueue<JsonNode> queue) {
    try {
      JsonNode frame = queue.poll(30, TimeUnit.SECONDS);
      if (frame == null) {
        throw new AssertionError("nothing came");
      }
      return frame;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    socket.abort();
  }
}
