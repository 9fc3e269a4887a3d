package dev.parley.doors.gateway;

import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.ws.Connection;
import dev.parley.doors.ws.Outgoing;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;

/** A frame that is no delivery. */
final class Plain extends Outgoing {
  private final FrameCodec codec;
  private final Frame frame;
  private final int answers;

  /**
   * @param codec of the connection's event loop
   */
  Plain(FrameCodec codec, Frame frame) {
    this(codec, frame, 0);
  }

  /**
   * @param answers the length of the message that it answers, or 0
   */
  Plain(FrameCodec codec, Frame frame, int answers) {
    this.codec = codec;
    this.frame = frame;
    this.answers = answers;
  }

  @Override
  protected int opcode() {
    return BINARY;
  }

  @Override
  protected int weight() {
    return Frame.HEADER_BYTES + frame.payload().length;
  }

  @Override
  protected void write(JsonBuffer out) {
    if (!codec.encode(frame, out)) {
      throw new IllegalStateException("a " + frame.type() + " does not fit into a frame");
    }
  }

  @Override
  protected void onWritten(Connection connection) {
    if (answers > 0) {
      connection.onAnswered(answers);
    }
  }
}
