package dev.parley.doors.gateway;

import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.ws.Connection;
import dev.parley.doors.ws.Outgoing;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.FrameType;

/**
 * Something that was said, on its way to one guest. It counts as delivered when it is written, and
 * what is not wanted any more at that moment is not written: so whoever starts over, or comes in
 * the place of another connection, goes on exactly where the writing stopped.
 */
final class Delivery extends Outgoing {
  /** In the place of what is not wanted any more: clients pass over it. */
  private static final Frame NOTHING =
      Frame.of(FrameType.PRESENCE, new byte[] {(byte) '{', (byte) '}'});

  private final Source source;
  private final Guest guest;
  private final Speech speech;
  private boolean written;

  Delivery(Source source, Guest guest, Speech speech) {
    this.source = source;
    this.guest = guest;
    this.speech = speech;
  }

  @Override
  protected int opcode() {
    return BINARY;
  }

  @Override
  protected int weight() {
    return speech.weight();
  }

  @Override
  protected void write(JsonBuffer out) {
    FrameCodec codec = guest.codec();
    byte[] frame = source.isOpen() ? speech.frame(guest.spelling(), codec) : null;
    if (frame != null) {
      written = true;
      out.raw(frame);
      return;
    }
    if (source.isOpen()) {
      guest.counts().deliveriesTooLarge.increment();
    }
    boolean _ = codec.encode(NOTHING, out);
  }

  @Override
  protected void onWritten(Connection connection) {
    if (written) {
      source.onWritten(speech);
    }
    guest.room().onWritten();
  }
}
