package dev.parley.doors.rest.events;

import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Where in the stream of events somebody is. Readers see hidden numbers: an agent that hears only
 * of its own messages does not learn how many there were of others'.
 *
 * @param epoch when the hub started that made the event, in Unix milliseconds
 * @param sequence the event's own number since then
 * @param settled every message up to this number has been told, which holds across restarts
 */
record EventId(long epoch, long sequence, long settled) {
  /** Ids of earlier versions have none of these, and showed the numbers. */
  private static final String BEGINNING = "p";

  String text(HiddenNumbers hidden) {
    return BEGINNING + epoch + "-" + hidden.hide(sequence) + "-" + hidden.hide(settled);
  }

  static @Nullable EventId parse(String text, HiddenNumbers hidden) {
    String[] parts = text.split("-", -1);
    if (parts.length != 3 || !parts[0].startsWith(BEGINNING)) {
      return null;
    }
    try {
      long epoch = Long.parseLong(parts[0].substring(BEGINNING.length()));
      long sequence = Long.parseLong(parts[1]);
      long settled = Long.parseLong(parts[2]);
      return isHidden(sequence) && isHidden(settled)
          ? new EventId(epoch, hidden.reveal(sequence), hidden.reveal(settled))
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static boolean isHidden(long number) {
    return number >= 0 && number <= MessageId.NUMBER_MAX;
  }
}
