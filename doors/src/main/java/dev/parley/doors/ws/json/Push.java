package dev.parley.doors.ws.json;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.store.Copy;
import dev.parley.doors.json.Shapes;

/**
 * A copy for a listener. The envelope's bytes are the ones that were written when the message was
 * accepted.
 */
final class Push extends JsonFrame {
  private static final int FRAME_BYTES = 128;

  private final InboxListener listener;
  private final Copy copy;

  Push(InboxListener listener, Copy copy) {
    this.listener = listener;
    this.copy = copy;
  }

  @Override
  protected int weight() {
    return FRAME_BYTES + copy.message().json().length;
  }

  @Override
  protected void write(JsonBuffer out) {
    out.raw(listener.pushOpening()).number(copy.position());
    if (listener.isManual()) {
      out.ascii(",\"attempts\":").number(copy.attempts());
    }
    out.ascii(",\"message\":");
    Shapes.copy(out, copy);
    out.ascii("}");
  }
}
