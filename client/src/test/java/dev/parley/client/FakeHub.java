package dev.parley.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.testkit.websocket.FakeWebSocketServer;
import dev.parley.testkit.websocket.Peer;
import dev.parley.testkit.websocket.Script;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A hub that authenticates and otherwise does what the test says: it answers every request with
 * {@code TYPE.ok}, unless the test has an answer of its own for that type, and keeps all of them.
 */
final class FakeHub implements AutoCloseable, Script {
  static final String TOKEN = "right";

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  /** Noted before the answer: whoever has the answer finds the request here. */
  private final Queue<Got> come = new ConcurrentLinkedQueue<>();

  /** Noted after the answer: whoever takes a request from here pushes after its answer. */
  private final LinkedBlockingQueue<Got> answered = new LinkedBlockingQueue<>();

  private final FakeWebSocketServer server;

  /** A request as it came, and where from. */
  record Got(Peer peer, JsonObject frame) {
    void ok(Map<String, ?> fields) throws IOException {
      peer.send(
          new JsonWriter()
              .put("type", frame.text("type") + ".ok")
              .put("requestId", frame.number("requestId", 0))
              .putAll(fields)
              .toObject()
              .raw());
    }

    void refuse(String code, String message) throws IOException {
      peer.send(
          new JsonWriter()
              .put("type", "error")
              .put("requestId", frame.number("requestId", 0))
              .put("code", code)
              .put("message", message)
              .toObject()
              .raw());
    }
  }

  interface Answer {
    void to(Got got) throws IOException;
  }

  FakeHub() throws IOException {
    server = FakeWebSocketServer.start(this);
  }

  FakeHub on(String type, Answer answer) {
    answers.put(type, answer);
    return this;
  }

  /** Leaves requests of a type unanswered. */
  FakeHub ignoring(String type) {
    return on(type, request -> {});
  }

  URI address() {
    return server.address();
  }

  ClientOptions owner() {
    return ClientOptions.owner(TOKEN, address());
  }

  void stop() throws IOException {
    server.stop();
  }

  void startAgain() throws IOException {
    server.startAgain();
  }

  @Override
  public void onText(Peer peer, String text) throws IOException {
    var request = new Got(peer, JsonObject.parse(text));
    String type = request.frame.text("type", "");
    if (type.equals("auth") && !answers.containsKey("auth")) {
      authenticate(request);
      return;
    }
    come.add(request);
    answers.getOrDefault(type, each -> each.ok(Map.of())).to(request);
    answered.add(request);
  }

  private static void authenticate(Got request) throws IOException {
    if (!request.frame.text("token", "").equals(TOKEN)) {
      request.refuse("unauthorized", "that is not the token");
      request.peer.close(4401, "unauthorized");
      return;
    }
    String agentId = request.frame.text("agentId");
    request.ok(
        Map.of(
            "principal",
            agentId == null
                ? Map.of("kind", "owner")
                : Map.of("kind", "agent", "agentId", agentId)));
  }

  /** The next request of a type, whatever came before it. */
  Got next(String type) throws InterruptedException {
    while (true) {
      Got request = answered.poll(10, SECONDS);
      assertThat(request).as("a request of type %s", type).isNotNull();
      come.remove(request);
      if (request.frame.text("type", "").equals(type)) {
        return request;
      }
    }
  }

  /** What has come and nobody has looked at. */
  List<String> typesSeen() {
    return come.stream().map(request -> request.frame.text("type", "")).toList();
  }

  static void push(Peer peer, String agentId, long cursor) throws IOException {
    peer.send(
        "{\"type\":\"msg.push\",\"agentId\":\"%s\",\"cursor\":%d,\"attempts\":1,\"message\":{\"id\":\"m%d\"}}"
            .formatted(agentId, cursor, cursor));
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
