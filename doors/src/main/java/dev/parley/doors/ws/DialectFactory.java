package dev.parley.doors.ws;

/** Opens a dialect on the connections that begin with one of its frames. Any thread. */
public interface DialectFactory {

  /**
   * Is a connection that begins with this message one of this dialect's? On the event loop; the
   * array is only lent. The first factory that says yes has the connection for good.
   */
  boolean isMine(FrameKind kind, byte[] bytes, int length);

  /** On the connection's event loop; the message that chose the dialect is the first it is told. */
  Dialect open(Connection connection);
}
