package dev.parley.hub;

import dev.parley.client.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A connection that says what it is told to, one frame at a time. */
final class JsonSocket implements WebSocket.Listener {
  private static final long PATIENCE_SECONDS = 60;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final WebSocket socket;

  JsonSocket(HttpClient http, int port) {
    socket =
        http.newWebSocketBuilder()
            .buildAsync(URI.create("ws://127.0.0.1:" + port + "/ws"), this)
            .join();
  }

  void say(String frame) {
    socket.sendText(frame, true).join();
  }

  JsonObject ask(String frame) throws InterruptedException {
    say(frame);
    String answer = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (answer == null) {
      throw new AssertionError("no answer to " + frame);
    }
    return JsonObject.parse(answer);
  }

  /** The code it is closed with. */
  CompletableFuture<Integer> closed() {
    return closed;
  }

  int closeCode() {
    return closed.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public CompletionStage<?> onText(WebSocket on, CharSequence text, boolean last) {
    heard.add(text.toString());
    on.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket on, int code, String reason) {
    closed.complete(code);
    return null;
  }

  @Override
  public void onError(WebSocket on, Throwable error) {
    closed.completeExceptionally(error);
  }
}
