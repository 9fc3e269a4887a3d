package dev.parley.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.bench.gateway.GatewayFrame;
import dev.parley.bench.ws.FrameIn;
import dev.parley.bench.ws.FrameTemplate;
import dev.parley.bench.ws.Marker;
import dev.parley.bench.ws.WsConnection;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection of the gateway's load: a bot that sends, hears and acknowledges. */
final class GatewaySender {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final int UUID_CHARS = 36;

  private final GatewayLoad load;
  private final int number;
  private final String bot;
  private final WsConnection connection;
  private final Marker body = new Marker(Body.START);
  private final Marker joined = new Marker("\"conversationId\":\"");
  private final Marker stream = new Marker("\"stream\":\"");
  private final List<Place> places = new ArrayList<>();
  private final @Nullable Place[] byConversation;

  private long next;
  private long limit;

  /** Of what this one sent, wherever it came out. */
  private long arrived;

  private long delivered;
  private long asked;
  private boolean asking;
  private @Nullable IOException broken;

  /** A conversation that it takes part in. */
  private static final class Place {
    final String conversation;
    final FrameTemplate send;
    final int sequenceSlot;
    int unacknowledged;
    long lastSeq;

    Place(String conversation, FrameTemplate send) {
      this.conversation = conversation;
      this.send = send;
      this.sequenceSlot = send.slot(Body.SEQUENCE_SLOT);
    }
  }

  private GatewaySender(GatewayLoad load, int number, String bot, WsConnection connection) {
    this.load = load;
    this.number = number;
    this.bot = bot;
    this.connection = connection;
    this.byConversation = new Place[load.workload().inboxes()];
  }

  static GatewaySender open(GatewayLoad load, int number, String bot, int port, String token)
      throws IOException {
    WsConnection connection = WsConnection.open(port, BUFFER_BYTES);
    connection.out().binary(GatewayFrame.connect(bot, token));
    connection.flush();
    connection.awaitMessage();
    FrameIn in = connection.in();
    if (GatewayFrame.type(in.array(), in.offset()) != GatewayFrame.AUTH_OK) {
      throw new IOException("not let in: " + in.text());
    }
    return new GatewaySender(load, number, bot, connection);
  }

  int number() {
    return number;
  }

  WsConnection connection() {
    return connection;
  }

  // ---- before it begins, while the connection blocks

  /** The conversation with another bot on a stream. */
  String join(String other, String name) throws IOException {
    connection.out().binary(GatewayFrame.joinStream(other, name));
    connection.flush();
    FrameIn in = connection.in();
    do {
      connection.awaitMessage();
    } while (GatewayFrame.type(in.array(), in.offset()) != GatewayFrame.JOIN
        || stream.behind(in.array(), in.offset(), in.length()) < 0);
    int at = joined.behind(in.array(), in.offset(), in.length());
    if (at < 0 || in.array()[at] == '"') {
      throw new IOException("not joined: " + in.text());
    }
    return new String(in.array(), at, UUID_CHARS, US_ASCII);
  }

  void takesPart(int inbox, String conversation) {
    String content =
        Body.template(number, load.workload().bodyBytes())
            .replace(Body.INBOX_SLOT + "\"", "%03d\"".formatted(inbox));
    FrameTemplate send =
        connection.template(GatewayFrame.send(conversation, "load" + inbox, content));
    Place place = new Place(conversation, send);
    places.add(place);
    byConversation[inbox] = place;
  }

  SocketChannel begin() throws IOException {
    connection.channel().configureBlocking(false);
    return connection.channel();
  }

  // ---- what comes

  long delivered() {
    return delivered;
  }

  /** Selector callbacks cannot throw what channels throw, so it is kept for the next turn. */
  void failIfBroken() throws IOException {
    if (broken != null) {
      throw broken;
    }
  }

  void onReadable() {
    try {
      boolean more;
      do {
        more = connection.read();
        while (connection.nextMessage()) {
          onFrame(connection.in());
        }
      } while (more);
    } catch (IOException e) {
      broken = new IOException("connection " + number + ": " + e.getMessage(), e);
    }
  }

  private void onFrame(FrameIn in) throws IOException {
    byte[] bytes = in.array();
    int from = in.offset();
    switch (GatewayFrame.type(bytes, from)) {
      case GatewayFrame.DELIVERY -> onDelivery(bytes, from, in.length());
      case GatewayFrame.JOIN -> {
        // Also told of conversations with others; those have no stream.
        if (stream.behind(bytes, from, in.length()) > 0) {
          asking = false;
        }
      }
      // What follows is told like anything else, as fast as it is read.
      case GatewayFrame.REPLAY, GatewayFrame.SLOW_DOWN -> {}
      default -> throw new IOException("unexpected " + in.text());
    }
  }

  private void onDelivery(byte[] bytes, int from, int length) throws IOException {
    int bodyAt = body.behind(bytes, from, length) - Body.START.length();
    if (bodyAt < 0) {
      throw new IOException("a delivery without a body");
    }
    int inbox = Body.inbox(bytes, bodyAt);
    Place place = byConversation[inbox];
    if (place == null) {
      throw new IOException("a delivery of a conversation of others: " + inbox);
    }
    load.ledger().onDelivered(inbox, bytes, bodyAt);
    load.sender(Body.sender(bytes, bodyAt)).arrived++;
    delivered++;
    place.lastSeq = GatewayFrame.seq(bytes, from);
    place.unacknowledged++;
  }

  // ---- what goes

  void sendMore(long messages) {
    limit += messages;
  }

  /** Acknowledges conversations whose batch is full, or whatever there is. */
  void acknowledge(boolean all) {
    int least = all ? 1 : load.workload().ackEvery();
    for (Place place : places) {
      if (place.unacknowledged >= least) {
        connection.out().binary(GatewayFrame.ack(place.conversation, place.lastSeq));
        place.unacknowledged = 0;
      }
    }
  }

  /** Sends as many as its window allows. */
  long send() {
    long count = Math.min(limit - next, load.workload().window() - (next - arrived));
    for (long i = 0; i < count; i++, next++) {
      Place place = places.get((int) (next % places.size()));
      load.ledger().onSent(number, next);
      int at = connection.out().append(place.send);
      connection
          .out()
          .patch(
              place.send, at, place.sequenceSlot, Body.SEQUENCE_DIGITS, Body.SEQUENCE_BASE + next);
    }
    return Math.max(count, 0);
  }

  /** The hub answers when it has done what was asked before. */
  void ask() {
    asking = true;
    connection.out().binary(GatewayFrame.joinStream(bot, "mark" + asked++));
  }

  boolean isAsking() {
    return asking;
  }
}
