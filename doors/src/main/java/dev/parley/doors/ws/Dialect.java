package dev.parley.doors.ws;

/**
 * A protocol spoken over a connection. The first frame chooses it. On the connection's event loop.
 */
interface Dialect {

  /** A text message: valid UTF-8, whose array is only lent. */
  void onText(byte[] bytes, int length);

  /** A binary message, whose array is only lent. */
  void onBinary(byte[] bytes, int length);

  /** What waits to be written has become less than half of what may. */
  void onRoom();

  /** The connection has to leave: say so, before it is closed. */
  void onLeaving();

  /** The connection has not authenticated in time: say so, before it is closed. */
  void onStrangerTimeout();

  /** The connection is gone. */
  void onClosed();
}
