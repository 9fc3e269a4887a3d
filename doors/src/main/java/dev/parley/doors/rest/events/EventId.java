package dev.parley.doors.rest.events;

import org.jspecify.annotations.Nullable;

/**
 * Where in the stream of events somebody is.
 *
 * @param epoch when the hub started that made the event, in Unix milliseconds
 * @param sequence the event's own number since then
 * @param settled every message up to this number has been told, which holds across restarts
 */
record EventId(long epoch, long sequence, long settled) {

  String text() {
    return epoch + "-" + sequence + "-" + settled;
  }

  static @Nullable EventId parse(String text) {
    String[] parts = text.split("-", -1);
    if (parts.length != 3) {
      return null;
    }
    try {
      EventId id =
          new EventId(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
      return id.sequence < 0 || id.settled < 0 ? null : id;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
