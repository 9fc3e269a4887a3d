package dev.parley.doors.ws.json;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often a connection was refused for its speed lately. Whoever goes on and on after being told
 * to wait is not read for that long, a second at most: telling it each time would cost the hub more
 * than what it asks. Event loop.
 */
final class Haste {
  private static final int REFUSALS_MAX = 100;
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  private int refusals;
  private long since;

  /** How long the connection is not to be read after this refusal; null: go on. */
  @Nullable Duration pauseAfter(Refused why, long now) {
    Duration wait = why.retryAfter();
    if (why.code() != ErrorCode.RATE_LIMITED || wait == null) {
      return null;
    }
    if (now - since > PAUSE_MAX.toNanos()) {
      since = now;
      refusals = 0;
    }
    if (++refusals <= REFUSALS_MAX) {
      return null;
    }
    return wait.compareTo(PAUSE_MAX) < 0 ? wait : PAUSE_MAX;
  }
}
