package dev.parley.doors.ws;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.http.ServerWebSocket;

/**
 * How a connection ends: it may be told to leave when its requests are answered, it may be closed
 * with a code once what waits is written, and it may be cut off without a word.
 */
final class Departure {
  private final ServerWebSocket socket;
  private final ChannelHandlerContext context;
  private boolean leaving;
  private boolean closing;
  private long since;

  Departure(ServerWebSocket socket, ChannelHandlerContext context) {
    this.socket = socket;
    this.context = context;
  }

  boolean isLeaving() {
    return leaving && !closing;
  }

  boolean isClosing() {
    return closing;
  }

  /** Nothing further is taken from it. */
  boolean hasBegun() {
    return leaving || closing;
  }

  boolean isOverdue(long now, long nanosMax) {
    return now - since > nanosMax;
  }

  void leave(long now) {
    leaving = true;
    since = now;
  }

  /** Begins the end; false when it has begun already. */
  boolean close(long now) {
    if (closing) {
      return false;
    }
    closing = true;
    since = now;
    return true;
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
