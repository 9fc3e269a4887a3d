package dev.parley.testkit.store;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;

/** Messages to store: the same number always gives the same message. */
public final class Messages {
  /** Message number n was sent n seconds after this. */
  public static final long EPOCH_MILLIS = 1_700_000_000_000L;

  private Messages() {}

  public static StoredMessage numbered(long number) {
    return numbered(number, Priority.NORMAL);
  }

  public static StoredMessage numbered(long number, Priority priority) {
    long timestamp = timestampOf(number);
    return new StoredMessage(
        number, idOf(number), timestamp, priority, 0, json("message " + number));
  }

  /** A message of about this many bytes. */
  public static StoredMessage ofSize(long number, int bytes) {
    return new StoredMessage(
        number, idOf(number), timestampOf(number), Priority.NORMAL, 0, json("x".repeat(bytes)));
  }

  /** A message whose id the sender has chosen. */
  public static StoredMessage withId(long number, MessageId id) {
    return new StoredMessage(
        number, id, timestampOf(number), Priority.NORMAL, 0, json("message " + number));
  }

  public static long timestampOf(long number) {
    return EPOCH_MILLIS + number * 1_000;
  }

  public static MessageId idOf(long number) {
    return MessageId.of(timestampOf(number), number, number * 0x9E3779B97F4A7C15L);
  }

  public static byte[] json(String text) {
    return ("{\"text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
  }
}
