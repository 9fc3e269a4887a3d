package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.Standing;
import dev.parley.identity.Principal;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.vertx.core.http.ServerWebSocket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket: how much is under way on it, when to stop reading from it, when to hang up. What is
 * said over it is the dialect's business. On its event loop, except where noted.
 */
public final class Connection {
  private static final int UNSUPPORTED_DATA = 1003;
  private static final int GOING_AWAY = 1001;

  private final WebSocketDoor door;

  /** Speaks to whoever says nothing. */
  private final DialectFactory silent;

  private final DoorConfig.Limits limits;
  private final DoorConfig.Patience patience;
  private final Loop loop;
  private final Departure departure;
  private final Outbox outbox;
  private final Intake intake;
  private final Pulse pulse;
  private final String remoteAddress;
  private final @Nullable String audience;
  private final long openedAt = System.nanoTime();

  /** Its index in the loop's list. */
  int place;

  private Peer peer;

  /** Null until the first frame has chosen it. */
  private @Nullable Dialect dialect;

  /** Is this in the middle of what one read from the socket has brought? */
  private boolean reading;

  Connection(
      WebSocketDoor door,
      Loop loop,
      ServerWebSocket socket,
      FrameReader reader,
      ChannelHandlerContext context,
      String remoteAddress,
      @Nullable String audience,
      Strangers.Stranger stranger,
      DialectFactory silent) {
    this.door = door;
    this.silent = silent;
    this.limits = door.config().limits();
    this.patience = door.config().patience();
    this.loop = loop;
    this.departure = new Departure(socket, context);
    this.outbox = new Outbox(this, context);
    this.intake = new Intake(limits, reader, context);
    this.remoteAddress = remoteAddress;
    this.audience = audience;
    this.peer = new Peer.Unknown(stranger);
    this.pulse = new Pulse(openedAt);
  }

  public WebSocketDoor door() {
    return door;
  }

  Loop loop() {
    return loop;
  }

  Intake intake() {
    return intake;
  }

  public String remoteAddress() {
    return remoteAddress;
  }

  /** Under which name and port the client asked for this hub, or null when that is another's. */
  public @Nullable String audience() {
    return audience;
  }

  public EventLoop eventLoop() {
    return loop.executor();
  }

  /** Monotonic nanoseconds, off by up to a second, and free. */
  public long now() {
    return loop.now();
  }

  // ---- what comes in

  void onBytes() {
    reading = true;
    pulse.heard(loop.now());
  }

  int messageBytesMax() {
    return peer instanceof Peer.Known ? limits.frameBytesMax() : limits.strangerFrameBytesMax();
  }

  void onText(byte[] bytes, int length) {
    Dialect spoken = spoken(FrameKind.TEXT, bytes, length);
    if (spoken != null) {
      intake.onRequest(length);
      spoken.onText(bytes, length);
    }
  }

  void onBinary(byte[] bytes, int length) {
    Dialect spoken = spoken(FrameKind.BINARY, bytes, length);
    if (spoken != null) {
      intake.onRequest(length);
      spoken.onBinary(bytes, length);
    }
  }

  /** Whoever is to have this message; null when nobody is, because the connection ends. */
  private @Nullable Dialect spoken(FrameKind kind, byte[] bytes, int length) {
    if (departure.hasBegun()) {
      return null;
    }
    if (dialect == null) {
      DialectFactory factory = door.dialectOf(kind, bytes, length);
      if (factory == null) {
        close(UNSUPPORTED_DATA, "nothing here begins with such a frame");
        return null;
      }
      dialect = factory.open(this);
    }
    door.countIn();
    return dialect;
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

  /** The dialect knows who is at the other end, by a token. */
  public void authenticated(Principal who) {
    authenticated(who, null);
  }

  /**
   * @param byKey whether the key it came in with is still good, asked whenever one is withdrawn
   */
  public void authenticated(Principal who, @Nullable Standing byKey) {
    if (peer instanceof Peer.Unknown(Strangers.Stranger stranger)) {
      stranger.isNoLonger();
    }
    peer = new Peer.Known(who, byKey);
  }

  boolean endsWithTokenOf(AgentId agent) {
    return peer instanceof Peer.Known known && known.endsWithTokenOf(agent);
  }

  boolean hasLostKeyOf(AgentId agent) {
    return peer instanceof Peer.Known known && known.hasLostKeyOf(agent);
  }

  // ---- how much is under way

  /** A message that is counted already is going to take this much more until it is answered. */
  public void reserve(int answerBytes) {
    intake.reserve(answerBytes);
  }

  /** Reads nothing for a while. Event loop. */
  public void slowDown(Duration pause) {
    intake.slowDown(pause);
  }

  /**
   * A message needs nothing any more: its answer is on its way, or it gets none. Once for each
   * message, with its length and what was reserved for it.
   */
  public void onAnswered(int requestBytes) {
    intake.onAnswered(requestBytes);
  }

  /**
   * So many messages need nothing any more and get no answer; what was held back because of them is
   * read.
   *
   * @param requestBytes what they have in all
   */
  public void onSettled(int messages, int requestBytes) {
    if (!departure.isGone()) {
      intake.onSettled(messages, requestBytes);
      leaveIfDone();
    }
  }

  /** Takes no further frame, not even one that is here already, until it is told to go on. */
  public void hold(boolean on) {
    intake.hold(on);
  }

  // ---- what goes out

  /** Any thread. */
  public void send(Outgoing item) {
    outbox.add(item);
  }

  /**
   * May something be sent that nobody asked for? If not, {@link Dialect#onRoom} follows. Any
   * thread.
   */
  public boolean hasRoom() {
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
    if (departure.isGone()) {
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
  public void close(int code, String reason) {
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

  void onTokenGone() {
    if (dialect != null) {
      dialect.onTokenGone();
    }
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
    if (departure.gone()) {
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
    switch (departure.stage()) {
      case STAYING -> lookAfter(now);
      case LEAVING -> {
        if (departure.isOverdue(now, patience.stop().toNanos() / 2)) {
          sayGoodbye();
        }
      }
      case CLOSING, GONE -> {
        if (departure.isOverdue(now, patience.stop().toNanos())) {
          departure.cutOff();
        }
      }
    }
  }

  private void lookAfter(long now) {
    if (peer instanceof Peer.Unknown && now - openedAt > patience.authentication().toNanos()) {
      onStrangerTimeout();
    } else if (pulse.isStalled(now, outbox, patience.stalled().toNanos())) {
      departure.cutOff();
    } else if (dialect != null && !intake.isPaused()) {
      // Before the first frame nothing at all is sent: some clients lose it (Liveness).
      lookForLife(now, dialect.liveness());
    }
  }

  private void onStrangerTimeout() {
    if (dialect == null) {
      dialect = silent.open(this);
    }
    dialect.onStrangerTimeout();
  }

  private void lookForLife(long now, Liveness liveness) {
    switch (pulse.look(now, liveness, patience.idle().toNanos())) {
      case ALIVE -> {}
      case PING_IT -> outbox.add(ControlFrame.ping());
      case DEAD -> departure.cutOff();
    }
  }
}
