package dev.parley.doors.ws;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.http.ServerWebSocket;

/**
 * How a connection ends: it may be told to leave when its requests are answered, it may be closed
 * with a code once what waits is written, and it may be cut off without a word.
 */
final class Departure {
  /** In this order; none comes back. */
  enum Stage {
    STAYING,
    /** What is open is answered, nothing further is taken. */
    LEAVING,
    /** What waits is written, then the close frame. */
    CLOSING,
    GONE
  }

  private final ServerWebSocket socket;
  private final ChannelHandlerContext context;
  private Stage stage = Stage.STAYING;
  private long since;

  Departure(ServerWebSocket socket, ChannelHandlerContext context) {
    this.socket = socket;
    this.context = context;
  }

  Stage stage() {
    return stage;
  }

  boolean isLeaving() {
    return stage == Stage.LEAVING;
  }

  boolean isClosing() {
    return stage.compareTo(Stage.CLOSING) >= 0;
  }

  boolean isGone() {
    return stage == Stage.GONE;
  }

  /** Nothing further is taken from it. */
  boolean hasBegun() {
    return stage != Stage.STAYING;
  }

  boolean isOverdue(long now, long nanosMax) {
    return now - since > nanosMax;
  }

  void leave(long now) {
    if (stage == Stage.STAYING) {
      stage = Stage.LEAVING;
      since = now;
    }
  }

  /** Begins the end; false when it has begun already. */
  boolean close(long now) {
    if (isClosing()) {
      return false;
    }
    stage = Stage.CLOSING;
    since = now;
    return true;
  }

  /** There is no connection any more; false when that is known already. */
  boolean gone() {
    boolean first = stage != Stage.GONE;
    stage = Stage.GONE;
    return first;
  }

  void hangUp(Goodbye goodbye) {
    socket.close((short) goodbye.code(), goodbye.reason());
  }

  /**
   * The other side is not listening anyway. Past Vert.x, which would first want to write a close
   * frame.
   */
  void cutOff() {
    var _ = context.close();
  }
}
