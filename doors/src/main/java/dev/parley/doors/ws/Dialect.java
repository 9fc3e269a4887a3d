package dev.parley.doors.ws;

/**
 * A protocol spoken over one connection. It tells the connection who is at the other end ({@link
 * Connection#authenticated}), and when a message needs nothing any more ({@link
 * Connection#onAnswered}). On the connection's event loop.
 */
public interface Dialect {

  /** A text message: valid UTF-8, whose array is only lent. */
  void onText(byte[] bytes, int length);

  /** A binary message, whose array is only lent. */
  void onBinary(byte[] bytes, int length);

  /** Who has to show that the connection is alive. */
  Liveness liveness();

  /** What waits to be written has become less than half of what may. */
  void onRoom();

  /** The connection has to leave: say so, before it is closed. */
  void onLeaving();

  /** The connection has not authenticated in time: say so and close it. */
  void onStrangerTimeout();

  /** The token of whoever is at the other end is no longer valid: say so and close it. */
  void onTokenGone();

  /** The connection is gone. */
  void onClosed();
}
