package dev.parley.doors.ws;

import dev.parley.core.message.JsonBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A frame that waits to be written. It is its own link in the outbox, so that waiting costs no
 * further object.
 */
public abstract class Outgoing {
  protected static final int TEXT = 0x81;
  protected static final int BINARY = 0x82;
  static final int PING = 0x89;
  static final int PONG = 0x8A;

  @Nullable Outgoing next;

  /** About how many bytes it will be; the same whenever it is asked. Any thread. */
  protected abstract int weight();

  /**
   * Writes the payload, which is text or bytes as the opcode says. On the connection's event loop.
   */
  protected abstract void write(JsonBuffer out);

  /** Writes what goes out in the place of a payload that {@link #write} failed to write. */
  protected void writeFailed(JsonBuffer out) {}

  /** The first byte of the frame: {@link #TEXT} or {@link #BINARY}. */
  protected int opcode() {
    return TEXT;
  }

  /** It is on its way to the socket. */
  protected void onWritten(Connection connection) {}
}
