package dev.parley.doors.ws.json;

import dev.parley.core.error.Refused;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often a connection was refused lately. Whoever goes on and on is not read for as long as it
 * was told to wait, a second at most, and a second where waiting would not help: telling it each
 * time would cost the hub more than what it asks. Event loop.
 */
final class Haste {
  private static final int REFUSALS_MAX = 100;
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  private int refusals;
  private long since;

  /** How long the connection is not to be read after this refusal; null: go on. */
  @Nullable Duration pauseAfter(Refused why, long now) {
    if (now - since > PAUSE_MAX.toNanos()) {
      since = now;
      refusals = 0;
    }
    if (++refusals <= REFUSALS_MAX) {
      return null;
    }
    Duration wait = why.retryAfter();
    return wait != null && wait.compareTo(PAUSE_MAX) < 0 ? wait : PAUSE_MAX;
  }
}
