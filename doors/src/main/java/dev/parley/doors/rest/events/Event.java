package dev.parley.doors.rest.events;

import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.JsonBuffer;
import dev.parley.identity.Principal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An event as it goes over the wire.
 *
 * @param id null for what is not worth being made up for
 * @param number of the message it tells of, or -1
 * @param audience who is to hear of it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Event(@Nullable EventId id, long number, byte[] frame, Audience audience) {
  /**
   * @param hidden how readers see the numbers in the id
   */
  static Event of(
      HiddenNumbers hidden,
      EventId id,
      long number,
      String name,
      Consumer<JsonBuffer> data,
      Audience audience) {
    return new Event(id, number, frame(id.text(hidden), name, data), audience);
  }

  /** One that is not worth being made up for. */
  static Event passing(String name, Consumer<JsonBuffer> data, Audience audience) {
    return new Event(null, -1, frame(null, name, data), audience);
  }

  private static byte[] frame(@Nullable String id, String name, Consumer<JsonBuffer> data) {
    JsonBuffer out = new JsonBuffer(512);
    if (id != null) {
      out.ascii("id: ").ascii(id).ascii("\n");
    }
    out.ascii("event: ").ascii(name).ascii("\ndata: ");
    int start = out.size();
    data.accept(out);
    // Within strings line breaks are escaped; between tokens, in what a sender wrote, a space will
    // do, and here a line break would end the data.
    byte[] bytes = out.array();
    for (int i = start; i < out.size(); i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        bytes[i] = ' ';
      }
    }
    return out.ascii("\n\n").toBytes();
  }

  boolean concerns(Principal who) {
    return audience.includes(who);
  }
}
