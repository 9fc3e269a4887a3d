package dev.parley.hub.doors;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.wire.gateway.Decoded;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.FrameType;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** The gateway protocol on the JDK's own WebSocket. One caller at a time. */
final class GatewaySocket implements WebSocket.Listener, AutoCloseable {
  private static final String MARK = "mark";

  /** A frame of the hub's; null for the end of the connection. */
  record Heard(Frame frame, JsonNode json) {}

  private static final Heard CLOSED = new Heard(null, Json.parse("{}"));

  private final BlockingQueue<Heard> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<Heard> deliveries = new LinkedBlockingQueue<>();
  private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
  private final FrameCodec incoming = new FrameCodec();
  private final FrameCodec outgoing = new FrameCodec();
  private final WebSocket socket;
  private final UUID self;
  private volatile boolean closed;
  private volatile String refusal = "closed";

  /**
   * Comes in as a bot.
   *
   * @param self of whom a stream is joined to know how far the hub has come
   * @param connect what to say first
   * @throws DoorRefusal when it is not let in
   */
  GatewaySocket(HttpClient http, URI address, UUID self, Map<String, String> connect) {
    this.self = self;
    this.socket = http.newWebSocketBuilder().buildAsync(address, this).join();
    say(FrameType.CONNECT, Frame.NO_MESSAGE, Json.write(connect));
    requireOpen(next(answers));
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    partial.writeBytes(bytes);
    if (last) {
      byte[] whole = partial.toByteArray();
      partial.reset();
      if (incoming.decode(whole, whole.length) instanceof Decoded.Good(Frame frame)) {
        onFrame(frame);
      }
    }
    from.request(1);
    return null;
  }

  private void onFrame(Frame frame) {
    String text = new String(frame.payload(), UTF_8);
    Heard heard = new Heard(frame, Json.parse(text.isEmpty() ? "{}" : text));
    switch (frame.type()) {
      case AUTH_OK -> answers.add(heard);
      case AUTH_FAIL -> refusal = "unauthorized";
      case MESSAGE_DELIVERY -> deliveries.add(heard);
      case JOIN_CONVERSATION -> {
        if (heard.json().path("stream").asString("").equals(MARK)) {
          answers.add(heard);
        }
      }
      default -> {}
    }
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int statusCode, String reason) {
    end();
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    end();
  }

  private void end() {
    closed = true;
    answers.add(CLOSED);
  }

  /**
   * Says something.
   *
   * @throws DoorRefusal when there is too much in it for a frame
   */
  void say(FrameType type, MessageId id, String json) {
    JsonBuffer out = new JsonBuffer(64);
    if (!outgoing.encode(
        new Frame(type, 0, id, Frame.NO_CONVERSATION, 0, json.getBytes(UTF_8)), out)) {
      throw new DoorRefusal("too_large", "it does not fit into a frame");
    }
    try {
      socket.sendBinary(ByteBuffer.wrap(out.toBytes()), true).get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      // Closed: what was said before that is in the answers.
    }
  }

  /**
   * Returns when the hub has taken in all that was said, and all that it had written has arrived:
   * joins of streams are answered in their turn.
   */
  void awaitTurn() {
    say(
        FrameType.JOIN_CONVERSATION,
        Frame.NO_MESSAGE,
        Json.write(Map.of("botId", self.toString(), "stream", MARK)));
    requireOpen(next(answers));
  }

  private void requireOpen(Heard answer) {
    if (answer == CLOSED) {
      answers.add(CLOSED);
      throw new DoorRefusal(refusal, "the hub has closed the connection");
    }
  }

  BlockingQueue<Heard> deliveries() {
    return deliveries;
  }

  static Heard next(BlockingQueue<Heard> queue) {
    try {
      Heard heard = queue.poll(30, TimeUnit.SECONDS);
      if (heard == null) {
        throw new AssertionError("nothing came");
      }
      return heard;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    socket.abort();
  }
}
