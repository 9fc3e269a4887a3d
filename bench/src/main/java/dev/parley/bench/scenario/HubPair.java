package dev.parley.bench.scenario;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.Body;
import dev.parley.bench.ws.ControlClient;
import dev.parley.bench.ws.FrameIn;
import dev.parley.bench.ws.Marker;
import java.io.IOException;
import java.util.List;

/**
 * Two agents on a hub. The one that answers has a thread that waits in a blocking read, as the
 * other system's client does, and acknowledges each request behind its reply.
 */
final class HubPair implements RequestReply.Pair {
  private final ControlClient asking;
  private final ControlClient answering;
  private final String request;
  private final String payload;
  private final Thread answerer;
  private final Marker id = new Marker("\"id\":\"");
  private final Marker cursor = new Marker("\"cursor\":");
  private final Marker push = new Marker("\"type\":\"msg.push\"");
  private final Marker fromAsker = new Marker("\"from\":\"asker\"");

  private HubPair(ControlClient asking, ControlClient answering, int bodyBytes) {
    this.asking = asking;
    this.answering = answering;
    payload = "{\"text\":\"" + Body.text(1, bodyBytes - "{\"text\":\"\"}".length()) + "\"}";
    request =
        "{\"type\":\"msg.request\",\"from\":\"asker\",\"to\":\"answerer\",\"payload\":"
            + payload
            + "}";
    answerer = Thread.ofPlatform().name("answerer").daemon().unstarted(this::answer);
  }

  static HubPair open(Target hub, int bodyBytes) throws IOException {
    var asking = ControlClient.open(hub.port(), hub.token());
    asking.callAll(
        List.of(
            "{\"type\":\"agent.create\",\"agentId\":\"asker\"}",
            "{\"type\":\"agent.create\",\"agentId\":\"answerer\"}"));
    return start(asking, ControlClient.open(hub.port(), hub.token()), bodyBytes);
  }

  /** The agents {@code asker} and {@code answerer}, each connected as itself. */
  static HubPair start(ControlClient asking, ControlClient answering, int bodyBytes)
      throws IOException {
    answering.call("{\"type\":\"msg.listen\",\"agentId\":\"answerer\",\"ack\":\"manual\"}");
    var pair = new HubPair(asking, answering, bodyBytes);
    pair.answerer.start();
    return pair;
  }

  @Override
  public void ask() throws IOException {
    asking.exchange(request);
  }

  private void answer() {
    try {
      while (true) {
        answering.connection().awaitMessage();
        FrameIn in = answering.connection().in();
        if (push.behind(in.array(), in.offset(), in.length()) > 0) {
          onPush(in);
        }
      }
    } catch (IOException e) {
      // The connection was closed: there is nobody left to answer.
    }
  }

  private void onPush(FrameIn in) throws IOException {
    byte[] bytes = in.array();
    int idAt = id.behind(bytes, in.offset(), in.length());
    int idEnd = idAt;
    while (bytes[idEnd] != '"') {
      idEnd++;
    }
    String requestId = new String(bytes, idAt, idEnd - idAt, US_ASCII);
    long requestCursor = Marker.number(bytes, cursor.behind(bytes, in.offset(), in.length()));
    if (fromAsker.behind(bytes, in.offset(), in.length()) > 0) {
      reply(requestId);
    }
    answering
        .connection()
        .out()
        .text("{\"type\":\"msg.ack\",\"agentId\":\"answerer\",\"upTo\":" + requestCursor + "}");
    answering.connection().flush();
  }

  private void reply(String requestId) {
    answering
        .connection()
        .out()
        .text(
            "{\"type\":\"msg.reply\",\"echo\":false,\"from\":\"answerer\",\"replyTo\":\""
                + requestId
                + "\",\"payload\":"
                + payload
                + "}");
  }

  @Override
  public void close() throws Exception {
    answering.close();
    asking.close();
    answerer.join();
  }
}
