package dev.parley.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to listen.
 *
 * @param from where to start: {@link #PENDING}, {@link #NOW}, the text of a cursor, or null for
 *     what is usual: {@code now} without acknowledgement, else {@code pending}
 * @param window how many messages may wait here for the handler. Where they are acknowledged the
 *     handler should be through with a whole window within {@code ackWithin}, or what waits longest
 *     is pushed again
 * @param ackWithin after this long without acknowledgement a message is pushed again; null leaves
 *     it to the hub
 */
public record ListenOptions(
    Ack ack, @Nullable String from, int window, @Nullable Duration ackWithin) {
  public static final String PENDING = "pending";
  public static final String NOW = "now";

  private static final int WINDOW = 256;

  public static final ListenOptions COPIES = new ListenOptions(Ack.NONE, null, WINDOW, null);
  public static final ListenOptions AUTO = new ListenOptions(Ack.AUTO, null, WINDOW, null);
  public static final ListenOptions MANUAL = new ListenOptions(Ack.MANUAL, null, WINDOW, null);

  public ListenOptions {
    if (window < 1) {
      throw new IllegalArgumentException("a listener's window is at least 1");
    }
  }

  public ListenOptions from(@Nullable String start) {
    return new ListenOptions(ack, start, window, ackWithin);
  }

  public ListenOptions fromCursor(long cursor) {
    return from(Long.toString(cursor));
  }

  public ListenOptions window(int messages) {
    return new ListenOptions(ack, from, messages, ackWithin);
  }

  public ListenOptions ackWithin(Duration patience) {
    return new ListenOptions(ack, from, window, patience);
  }
}
