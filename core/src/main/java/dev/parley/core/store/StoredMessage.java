package dev.parley.core.store;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;

/**
 * A message as stores see it: what they must know to file and order it, and the envelope's JSON,
 * which they never look into. The array is not copied: nobody changes it.
 *
 * @param number the hub's running number; unique, and the key of the body
 * @param timestamp Unix milliseconds
 * @param expiresAt Unix milliseconds, or 0 for never
 * @param json the envelope as one JSON object, UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // compared by id, never by content
public record StoredMessage(
    long number, MessageId id, long timestamp, Priority priority, long expiresAt, byte[] json) {

  public boolean isExpiredAt(long unixMillis) {
    return expiresAt != 0 && expiresAt <= unixMillis;
  }

  /** The same under another number. */
  public StoredMessage numbered(long other) {
    return new StoredMessage(other, id, timestamp, priority, expiresAt, json);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredMessage that && id.equals(that.id) && number == that.number;
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return "StoredMessage[" + number + ", " + id + ", " + json.length + " bytes]";
  }
}
