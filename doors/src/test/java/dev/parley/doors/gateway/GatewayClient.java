package dev.parley.doors.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.doors.Json;
import dev.parley.doors.RawClient;
import dev.parley.wire.gateway.Decoded;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.FrameType;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** A client that says what it is told to, and shows what it hears. */
final class GatewayClient implements AutoCloseable {
  /**
   * A frame of the server's.
   *
   * @param flags as they travel
   */
  record Heard(Frame frame, int flags, JsonNode json) {
    FrameType type() {
      return frame.type();
    }

    String text(String key) {
      return json.path(key).asString("");
    }

    String said() {
      return json.path("content").path("text").asString("");
    }
  }

  private final RawClient socket;
  private final FrameCodec codec = new FrameCodec();

  private GatewayClient(RawClient socket) {
    this.socket = socket;
  }

  static GatewayClient connect(int port, String path) {
    return new GatewayClient(RawClient.connect(port, path));
  }

  RawClient socket() {
    return socket;
  }

  // ---- saying

  void frame(Frame frame) {
    JsonBuffer out = new JsonBuffer(64);
    assertThat(codec.encode(frame, out)).isTrue();
    socket.frame(true, RawClient.BINARY, out.toBytes());
  }

  void say(FrameType type, String json) {
    frame(Frame.of(type, json.replace('\'', '"').getBytes(UTF_8)));
  }

  /** Connects, and reads AUTH_OK. */
  GatewayClient connect(UUID bot, String token) {
    say(FrameType.CONNECT, "{'botId':'" + bot + "','token':'" + token + "'}");
    assertThat(read().type()).isEqualTo(FrameType.AUTH_OK);
    return this;
  }

  /** Connects as the owner, and reads AUTH_OK. */
  GatewayClient connectAsOwner(String token) {
    say(FrameType.CONNECT, "{'token':'" + token + "'}");
    assertThat(read().type()).isEqualTo(FrameType.AUTH_OK);
    return this;
  }

  void send(UUID conversation, String stream, String text) {
    say(
        FrameType.SEND_MESSAGE,
        "{'conversationId':'"
            + conversation
            + "','stream':'"
            + stream
            + "','content':{'text':'"
            + text
            + "'}}");
  }

  void joinStream(UUID bot, String stream) {
    say(FrameType.JOIN_CONVERSATION, "{'botId':'" + bot + "','stream':'" + stream + "'}");
  }

  void join(UUID conversation, long lastAcked) {
    say(
        FrameType.JOIN_CONVERSATION,
        "{'conversationId':'" + conversation + "','lastAckedSeq':" + lastAcked + "}");
  }

  void ack(UUID conversation, long seq) {
    say(FrameType.ACK, "{'conversationId':'" + conversation + "','ackedSeq':" + seq + "}");
  }

  // ---- hearing

  Heard read() {
    RawClient.Frame message = socket.read();
    assertThat(message.opcode()).as("close %s", message.text()).isEqualTo(RawClient.BINARY);
    byte[] bytes = message.payload();
    Frame frame = ((Decoded.Good) codec.decode(bytes, bytes.length)).frame();
    String json = new String(frame.payload(), UTF_8);
    return new Heard(frame, bytes[2], Json.parse(json.isEmpty() ? "{}" : json));
  }

  /** Reads past everything else to one of this type. */
  Heard next(FrameType type) {
    Heard heard = read();
    while (heard.type() != type) {
      heard = read();
    }
    return heard;
  }

  Heard delivery() {
    return next(FrameType.MESSAGE_DELIVERY);
  }

  /** The texts of so many deliveries. */
  List<String> texts(int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(delivery().said());
    }
    return texts;
  }

  /**
   * Everything that was sent before the hub had handled all that this client has said: a join of a
   * stream of its own is answered in turn.
   */
  List<Heard> everythingUntilNow(UUID bot) {
    joinStream(bot, "mark");
    List<Heard> all = new ArrayList<>();
    for (Heard heard = read(); !heard.text("stream").equals("mark"); heard = read()) {
      all.add(heard);
    }
    return all;
  }

  int closeCode() {
    return socket.closeCode();
  }

  static MessageId ulid(String hex) {
    return MessageId.parse(hex);
  }

  @Override
  public void close() {
    socket.close();
  }
}
