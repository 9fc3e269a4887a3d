package dev.parley.core.delivery;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.time.Duration;

/**
 * How somebody wants to be told.
 *
 * @param from {@link #PENDING}, {@link #NOW}, or a cursor after which to start
 * @param window most copies in flight at once (manual only)
 */
public record ListenOptions(
    AckMode ack, long from, int window, Duration ackTimeout, int maxAttempts) {
  public static final long PENDING = -1;
  public static final long NOW = -2;
  public static final int WINDOW_MAX = 100_000;
  public static final int ACK_TIMEOUT_MILLIS_MIN = 10;
  public static final int ACK_TIMEOUT_MILLIS_MAX = 3_600_000;
  public static final int MAX_ATTEMPTS_MAX = 100;

  public ListenOptions {
    within("from", from, NOW, Long.MAX_VALUE);
    within("window", window, 1, WINDOW_MAX);
    within("ackTimeoutMs", ackTimeout.toMillis(), ACK_TIMEOUT_MILLIS_MIN, ACK_TIMEOUT_MILLIS_MAX);
    within("maxAttempts", maxAttempts, 1, MAX_ATTEMPTS_MAX);
  }

  private static void within(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          name + " must be between " + min + " and " + max + ", not " + value);
    }
  }
}
