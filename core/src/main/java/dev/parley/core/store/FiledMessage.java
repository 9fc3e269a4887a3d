package dev.parley.core.store;

import java.util.List;

/**
 * One entry of the store's own order: a message and the boxes it was filed in by then.
 *
 * @param number the entry's place in the order of commits; for a message that was filed again later
 *     (a replayed dead letter) it is larger than the message's own number
 * @param filings of its copies, in the order they were placed; some may have been trimmed away
 *     since. An entry of a message's own number names all copies that it has today, one of a later
 *     filing those of that filing
 */
public record FiledMessage(long number, StoredMessage message, List<Filing> filings) {

  /** Was the message stored earlier, and is this only about further copies of it? */
  public boolean isFiledAgain() {
    return number != message.number();
  }
}
