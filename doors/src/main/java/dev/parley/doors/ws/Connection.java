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

  private final WebSocketDoor door;
  private final DoorConfig.Limits limits;
  private final DoorConfig.Patience patience;
  private final Loop loop;
  private final Departure departure;
  private final Outbox outbox;
  private final Intake intake;
  private final Pulse pulse;
  private final String remoteAddress;
  private final Strangers.Stranger stranger;
  private @Nullable Dialect dialect;

  /** Its index in the loop's list. */
  int place;

  private boolean authenticated;
  private boolean reading;
  private boolean closed;
  private final long openedAt = System.nanoTime();

  Connection(
      WebSocketDoor door,
      Loop loop,
      ServerWebSocket socket,
      FrameReader reader,
      ChannelHandlerContext context,
      String remoteAddress,
      Strangers.Stranger stranger) {
    this.door = door;
    this.limits = door.config().limits();
    this.patience = door.config().patience();
    this.loop = loop;
    this.departure = new Departure(socket, context);
    this.outbox = new Outbox(this, context);
    this.intake = new Intake(limits, reader, context);
    this.remoteAddress = remoteAddress;
    this.stranger = stranger;
    this.pulse = new Pulse(openedAt);
  }

  WebSocketDoor door() {
    return door;
  }

  Loop loop() {
    return loop;
  }

  Intake intake() {
    return intake;
  }

  String remoteAddress() {
    return remoteAddress;
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
    return authenticated ? limits.frameBytesMax() : limits.strangerFrameBytesMax();
  }

  void onText(byte[] bytes, int length) {
    if (departure.hasBegun()) {
      return;
    }
    Dialect spoken = json();
    intake.onRequest(length);
    spoken.onText(bytes, length);
  }

  /** The dialect that a first frame of text chooses. */
  private Dialect json() {
    if (dialect == null) {
      dialect = new JsonDialect(this, door);
    }
    return dialect;
  }

  void onBinary(byte[] bytes, int length) {
    if (departure.hasBegun()) {
      return;
    }
    if (dialect == null) {
      close(UNSUPPORTED_DATA, "binary frames are not spoken here yet");
      return;
    }
    intake.onRequest(length);
    dialect.onBinary(bytes, length);
  }

  /**
   * Pings are answered like requests, so that one who sends nothing else and reads nothing is
   * paused as well.
   */
  void onPing(byte[] payload) {
    if (!departure.isClosing()) {
      intake.onRequest(payload.length);
      outbox.add(ControlFrame.pong(payload));
    }
  }

  void onReadComplete() {
    reading = false;
    writeOut();
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
    stranger.isNoLonger();
  }

  // ---- what goes out

  /** Any thread. */
  void send(Outgoing item) {
    outbox.add(item);
  }

  /** Any thread. */
  boolean hasRoom() {
    return outbox.hasRoom(limits.outgoingBytesMax());
  }

  /** Any thread. */
  long waitingBytes() {
    return outbox.waitingBytes();
  }

  void writeOut() {
    outbox.run();
  }

  /** The outbox has written what it could. */
  void onWritten() {
    if (closed) {
      return;
    }
    intake.adjust();
    if (outbox.isStarved() && outbox.waitingBytes() < limits.outgoingBytesMax() / 2) {
      outbox.setFed();
      if (dialect != null) {
        dialect.onRoom();
      }
    }
    leaveIfDone();
  }

  // ---- how it ends

  /** Writes what waits, then closes with this code. */
  void close(int code, String reason) {
    if (departure.close(loop.now())) {
      outbox.add(new Goodbye(code, reason));
    }
  }

  void onPeerClosing() {
    departure.close(loop.now());
  }

  void hangUp(Goodbye goodbye) {
    departure.hangUp(goodbye);
  }

  /** Answers what is open, then leaves. */
  void leave() {
    departure.leave(loop.now());
    leaveIfDone();
  }

  private void leaveIfDone() {
    if (departure.isLeaving() && intake.isEmpty()) {
      sayGoodbye();
    }
  }

  private void sayGoodbye() {
    if (dialect != null) {
      dialect.onLeaving();
    }
    close(GOING_AWAY, "the hub is stopping");
  }

  void onClosed() {
    if (!closed) {
      closed = true;
      departure.close(loop.now());
      outbox.close();
      loop.remove(this);
      door.onClosed();
      if (dialect != null) {
        dialect.onClosed();
      }
    }
  }

  // ---- what happens with time

  void onSweep(long now) {
    if (departure.isClosing()) {
      if (departure.isOverdue(now, patience.stop().toNanos())) {
        departure.cutOff();
      }
    } else if (departure.isLeaving()) {
      if (departure.isOverdue(now, patience.stop().toNanos() / 2)) {
        sayGoodbye();
      }
    } else if (!authenticated && now - openedAt > patience.authentication().toNanos()) {
      json().onStrangerTimeout();
    } else if (pulse.isStalled(now, outbox, patience.stalled().toNanos())) {
      departure.cutOff();
    } else if (!intake.isPaused() && pulse.isSilent(now, patience.idle().toNanos())) {
      if (pulse.isGone()) {
        departure.cutOff();
      } else {
        pulse.pinged(now);
        outbox.add(ControlFrame.ping());
      }
    }
  }
}
