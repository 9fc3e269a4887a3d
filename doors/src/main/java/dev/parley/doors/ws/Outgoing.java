package dev.parley.doors.ws;

import dev.parley.core.message.JsonBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A frame that waits to be written. It is its own link in the outbox, so that waiting costs no
 * further object.
 */
abstract class Outgoing {
  static final int TEXT = 0x81;
  static final int CLOSE = 0x88;
  static final int PING = 0x89;
  static final int PONG = 0x8A;

  @Nullable Outgoing next;

  /** About how many bytes it will be; the same whenever it is asked. */
  abstract int weight();

  /** Writes the payload. On the connection's event loop. */
  abstract void write(JsonBuffer out);

  /** The first byte of the frame. */
  int opcode() {
    return TEXT;
  }

  /** It is on its way to the socket. */
  void onWritten(Connection connection) {}
}
