package dev.parley.hub.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.config.DataDirectory;
import dev.parley.testkit.websocket.FakeWebSocketServer;
import dev.parley.testkit.websocket.Peer;
import dev.parley.testkit.websocket.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Stands in for a hub of a data directory: lets the owner in, answers each request with the fields
 * the test gave for its type, and keeps the requests.
 */
final class ScriptedHub implements AutoCloseable, Script {
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<JsonObject> got = new LinkedBlockingQueue<>();
  private final FakeWebSocketServer server;
  private final Path data;

  ScriptedHub(Path data) throws IOException {
    this.data = data;
    server = FakeWebSocketServer.start(this);
    new DataDirectory(data).announce(new DataDirectory.Running("127.0.0.1", server.port(), 0, 1));
    Files.writeString(data.resolve("owner-token"), "secret\n");
  }

  /** Answers a type with these fields, a JSON object; {@code error} fields refuse it. */
  ScriptedHub answering(String type, String fields) {
    answers.put(type, fields);
    return this;
  }

  String address() {
    return server.address().toString();
  }

  CliRun cli() {
    return new CliRun().with("PARLEY_DATA", data.toString());
  }

  JsonObject next(String type) throws InterruptedException {
    JsonObject frame = got.poll(10, SECONDS);
    assertThat(frame).isNotNull();
    assertThat(frame.text("type")).isEqualTo(type);
    return frame;
  }

  @Override
  public void onText(Peer peer, String text) throws IOException {
    JsonObject frame = JsonObject.parse(text);
    String type = frame.text("type", "");
    if (type.equals("auth")) {
      boolean right = frame.text("token", "").equals("secret");
      peer.send(
          right
              ? "{\"type\":\"auth.ok\",\"principal\":{\"kind\":\"owner\"}}"
              : "{\"type\":\"error\",\"code\":\"unauthorized\",\"message\":\"wrong token\"}");
      return;
    }
    got.add(frame);
    JsonObject fields = JsonObject.parse(answers.getOrDefault(type, "{}"));
    boolean error = fields.has("code");
    var answer =
        new JsonWriter()
            .put("type", error ? "error" : type + ".ok")
            .put("requestId", frame.number("requestId", 0));
    fields.names().stream()
        .filter(name -> !name.equals("pushes"))
        .forEach(name -> answer.put(name, fields.value(name)));
    peer.send(answer.toObject().raw());
    for (JsonObject push : fields.objects("pushes")) {
      peer.send(push.raw());
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
