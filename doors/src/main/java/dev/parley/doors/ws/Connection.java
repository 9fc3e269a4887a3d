package dev.parley.doors.ws;

import dev.parley.doors.http.DoorConfig;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.http.ServerWebSocket;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket: how much is under way on it, when to stop reading from it, when to hang up. What is
 * said over it is the dialect's business. On its event loop, except where noted.
 */
final class Connection {
  private static final int UNSUPPORTED_DATA = 1003;
  private static final int GOING_AWAY = 1001;
  private static final int CLOSE_REASON_CHARS_MAX = 40;

  private final WebSocketDoor door;
  private final Loop loop;
  private final ServerWebSocket socket;
  private final ChannelHandlerContext context;
  private final Outbox outbox;
  private final Pulse pulse;
  private final String remoteAddress;
  private @Nullable Dialect dialect;

  /** Its index in the loop's list. */
  int place;

  private boolean authenticated;
  private boolean reading;
  private boolean paused;
  private boolean leaving;
  private boolean closing;
  private boolean closed;
  private int unanswered;
  private int unansweredBytes;
  private long since;

  Connection(
      WebSocketDoor door,
      Loop loop,
      ServerWebSocket socket,
      ChannelHandlerContext context,
      String remoteAddress) {
    this.door = door;
    this.loop = loop;
    this.socket = socket;
    this.context = context;
    this.outbox = new Outbox(this, context);
    this.remoteAddress = remoteAddress;
    this.since = System.nanoTime();
    this.pulse = new Pulse(since);
  }

  WebSocketDoor door() {
    return door;
  }

  Loop loop() {
    return loop;
  }

  String remoteAddress() {
    return remoteAddress;
  }

  private DoorConfig.Limits limits() {
    return door.config().limits();
  }

  private DoorConfig.Patience patience() {
    return door.config().patience();
  }

  @Nullable Dialect dialect() {
    return dialect;
  }

  // ---- what comes in

  void onBytes() {
    reading = true;
    pulse.heard(loop.now());
  }

  int messageBytesMax() {
    return authenticated ? limits().frameBytesMax() : limits().strangerFrameBytesMax();
  }

  void onText(byte[] bytes, int length) {
    if (closing || leaving) {
      return;
    }
    if (dialect == null) {
      dialect = new JsonDialect(this, door);
    }
    begin(length);
    dialect.onText(bytes, length);
  }

  void onBinary(byte[] bytes, int length) {
    if (closing || leaving) {
      return;
    }
    if (dialect == null) {
      close(UNSUPPORTED_DATA, "binary frames are not spoken here yet");
      return;
    }
    begin(length);
    dialect.onBinary(bytes, length);
  }

  /**
   * Pings are answered like requests, so that one who sends nothing else and reads nothing is
   * paused as well.
   */
  void onPing(byte[] payload) {
    if (!closing) {
      begin(payload.length);
      outbox.add(ControlFrame.pong(payload));
    }
  }

  private void begin(int bytes) {
    unanswered++;
    unansweredBytes += bytes;
  }

  void onReadComplete() {
    reading = false;
    outbox.run();
  }

  /**
   * Is this the event loop, in the middle of reading from this connection? Then what is added is
   * written when that ends. Any thread.
   */
  boolean isReadingHere() {
    return loop.executor().inEventLoop() && reading;
  }

  void authenticated() {
    authenticated = true;
  }

  // ---- what goes out

  /** Any thread. */
  void send(Outgoing item) {
    outbox.add(item);
  }

  /** Any thread. */
  boolean hasRoom() {
    return outbox.hasRoom(limits().outgoingBytesMax());
  }

  void onWritabilityChanged() {
    outbox.run();
  }

  /** An answer is on its way. */
  void onAnswered(int requestBytes) {
    unanswered--;
    unansweredBytes -= requestBytes;
  }

  /** The outbox has written what it could. */
  void onWritten() {
    if (closed) {
      return;
    }
    readOrPause();
    if (outbox.isStarved() && outbox.waitingBytes() < limits().outgoingBytesMax() / 2) {
      outbox.setFed();
      if (dialect != null) {
        dialect.onRoom();
      }
    }
    if (leaving && unanswered == 0) {
      sayGoodbye();
    }
  }

  private void readOrPause() {
    if (!paused) {
      if (unanswered >= limits().unansweredMax()
          || unansweredBytes >= limits().unansweredBytesMax()) {
        paused = true;
        context.channel().config().setAutoRead(false);
      }
    } else if (unanswered <= limits().unansweredMax() / 2
        && unansweredBytes <= limits().unansweredBytesMax() / 2) {
      paused = false;
      pulse.heard(loop.now());
      context.channel().config().setAutoRead(true);
    }
  }

  // ---- how it ends

  /** Writes what waits, then closes with this code. */
  void close(int code, String reason) {
    if (!closing) {
      closing = true;
      since = loop.now();
      outbox.add(new Goodbye(code, reason));
    }
  }

  void onPeerClosing() {
    if (!closing) {
      closing = true;
      since = loop.now();
    }
  }

  void hangUp(Goodbye goodbye) {
    String reason = goodbye.reason();
    socket.close(
        (short) goodbye.code(),
        reason.length() <= CLOSE_REASON_CHARS_MAX
            ? reason
            : reason.substring(0, CLOSE_REASON_CHARS_MAX));
  }

  /** Answers what is open, then leaves. */
  void leave() {
    leaving = true;
    since = loop.now();
    if (unanswered == 0) {
      sayGoodbye();
    }
  }

  private void sayGoodbye() {
    if (!closing) {
      if (dialect != null) {
        dialect.onLeaving();
      }
      close(GOING_AWAY, "the hub is stopping");
    }
  }

  void onClosed() {
    if (!closed) {
      closed = true;
      closing = true;
      outbox.close();
      loop.remove(this);
      door.onClosed();
      if (dialect != null) {
        dialect.onClosed();
      }
    }
  }

  /** Without a word: the other side is not listening anyway. */
  private void cutOff() {
    var _ = context.close();
  }

  // ---- what happens with time

  void onSweep(long now) {
    if (closing) {
      if (now - since > patience().stop().toNanos()) {
        cutOff();
      }
    } else if (leaving && now - since > patience().stop().toNanos() / 2) {
      sayGoodbye();
    } else if (!authenticated && now - since > patience().authentication().toNanos()) {
      if (dialect == null) {
        dialect = new JsonDialect(this, door);
      }
      dialect.onStrangerTimeout();
    } else if (pulse.isStalled(now, outbox, patience().stalled().toNanos())) {
      cutOff();
    } else if (!paused && pulse.isSilent(now, patience().idle().toNanos())) {
      if (pulse.isGone()) {
        cutOff();
      } else {
        pulse.pinged(now);
        outbox.add(ControlFrame.ping());
      }
    }
  }
}
