package dev.parley.bench.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.bench.ws.FrameIn;
import dev.parley.bench.ws.Opening;
import dev.parley.bench.ws.WsConnection;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One bot of a crowd. It says {@code {"text":"SENDER K"}} and checks of each bot that it hears that
 * K is the next, and that numbers of the conversation only rise.
 */
final class CrowdBot {
  private static final int BUFFER_BYTES = 512;
  private static final JsonMapper JSON = new JsonMapper();

  final int number;
  final String id = UUID.randomUUID().toString();
  private final Crowd crowd;

  /** By the place of the sender in the channel: what it says next. */
  private final int[] next;

  private @Nullable Opening opening;
  private @Nullable WsConnection connection;
  private boolean in;
  private String conversation = "";
  private long seq;
  private long acked;
  private int again;

  CrowdBot(Crowd crowd, int number, int members) {
    this.crowd = crowd;
    this.number = number;
    this.next = new int[members];
  }

  /** Has it been let in, and told of its channel? */
  boolean isIn() {
    return in && !conversation.isEmpty();
  }

  /** What it was sent again since it came. */
  int again() {
    return again;
  }

  // ---- coming and going

  void come(int port, Selector selector) throws IOException {
    in = false;
    conversation = "";
    again = 0;
    connection = null;
    Opening begun = Opening.begin(port, BUFFER_BYTES);
    opening = begun;
    begun.channel().register(selector, SelectionKey.OP_CONNECT, this);
  }

  void leave() throws IOException {
    if (connection != null) {
      connection.close();
    } else if (opening != null) {
      opening.close();
    }
  }

  void onReady(SelectionKey key, String token) throws IOException {
    if (connection == null) {
      open(key, token);
    } else {
      if (key.isReadable()) {
        read(connection);
      }
      flush(key);
    }
  }

  private void open(SelectionKey key, String token) throws IOException {
    Opening begun = opening;
    WsConnection open = begun == null ? null : begun.goOn();
    key.interestOps(SelectionKey.OP_READ);
    if (open != null) {
      opening = null;
      connection = open;
      open.out().binary(GatewayFrame.connect(id, token));
      flush(key);
    }
  }

  void flush(SelectionKey key) throws IOException {
    WsConnection open = connection;
    if (open != null && key.isValid()) {
      boolean all = open.flush();
      key.interestOps(all ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  // ---- saying

  /** Puts it into the buffer; it leaves with the next flush. */
  void say(int k) {
    out(GatewayFrame.send(conversation, "channel", "{\"text\":\"" + number + " " + k + "\"}"));
  }

  /** Has heard everything up to here, as far as it goes. */
  void acknowledge() {
    if (seq > acked) {
      acked = seq;
      out(GatewayFrame.ack(conversation, seq));
    }
  }

  /** The hub answers this when it has done what was asked before. */
  void ask(String stream) {
    out(GatewayFrame.joinStream(id, stream));
  }

  void ping() {
    if (in && connection != null) {
      connection.out().ping();
    }
  }

  private void out(byte[] frame) {
    if (connection == null) {
      throw new IllegalStateException("bot " + number + " is not connected");
    }
    connection.out().binary(frame);
  }

  // ---- hearing

  private void read(WsConnection open) throws IOException {
    boolean more;
    do {
      more = open.read();
      while (open.nextMessage()) {
        onFrame(open.in());
      }
    } while (more);
  }

  private void onFrame(FrameIn frame) throws IOException {
    switch (GatewayFrame.type(frame.array(), frame.offset())) {
      case GatewayFrame.AUTH_OK -> {
        in = true;
        crowd.onLetIn();
      }
      case GatewayFrame.JOIN -> onJoin(json(frame));
      case GatewayFrame.DELIVERY ->
          onDelivery(GatewayFrame.seq(frame.array(), frame.offset()), json(frame));
      case GatewayFrame.REPLAY -> {} // the messages follow
      default -> throw new IOException("bot " + number + " was told " + frame.text());
    }
  }

  private static JsonNode json(FrameIn frame) {
    int from = frame.offset() + GatewayFrame.HEADER_BYTES;
    return JSON.readTree(
        new String(frame.array(), from, frame.length() - GatewayFrame.HEADER_BYTES, UTF_8));
  }

  private void onJoin(JsonNode result) {
    if (result.has("channelId")) {
      conversation = result.path("conversationId").asString();
      crowd.onJoined();
    } else if (result.has("stream")) {
      crowd.onAnswered();
    }
  }

  private void onDelivery(long number, JsonNode delivery) {
    String[] words = delivery.path("content").path("text").asString().split(" ", 2);
    if (number > acked && number <= seq) {
      again++; // it was not acknowledged, so that is right
      crowd.onAgain(this);
      return;
    }
    int place = crowd.placeInChannel(Integer.parseInt(words[0]), this.number);
    int k = Integer.parseInt(words[1]);
    if (place < 0 || number <= seq || k != next[place]) {
      crowd.onFault(
          "bot %d heard '%s %d' as %d after %d".formatted(this.number, words[0], k, number, seq));
      return;
    }
    next[place]++;
    seq = number;
    crowd.onHeard();
  }
}
