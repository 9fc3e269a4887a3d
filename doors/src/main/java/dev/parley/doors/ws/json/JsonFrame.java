package dev.parley.doors.ws.json;

import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.ws.Outgoing;

/** A JSON object in a text frame. */
abstract class JsonFrame extends Outgoing {

  @Override
  protected void writeFailed(JsonBuffer out) {
    out.ascii(
        "{\"type\":\"error\",\"code\":\"internal\",\"message\":\"an answer could not be"
            + " written\"}");
  }
}
