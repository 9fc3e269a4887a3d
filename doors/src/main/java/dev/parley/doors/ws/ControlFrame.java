package dev.parley.doors.ws;

import dev.parley.core.message.JsonBuffer;

/** A ping of ours, or the answer to one of theirs. */
final class ControlFrame extends Outgoing {
  private final int opcode;
  private final byte[] payload;

  private ControlFrame(int opcode, byte[] payload) {
    this.opcode = opcode;
    this.payload = payload;
  }

  static ControlFrame ping() {
    return new ControlFrame(PING, new byte[0]);
  }

  static ControlFrame pong(byte[] payload) {
    return new ControlFrame(PONG, payload);
  }

  @Override
  protected int opcode() {
    return opcode;
  }

  @Override
  protected int weight() {
    return payload.length;
  }

  @Override
  protected void write(JsonBuffer out) {
    out.raw(payload);
  }

  @Override
  protected void onWritten(Connection connection) {
    if (opcode == PONG) {
      connection.intake().onAnswered(payload.length);
    }
  }
}
