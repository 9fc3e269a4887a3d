package dev.parley.apps.host;

import java.time.Duration;

/**
 * How often an app may be started again: at once, then with longer and longer pauses, and five
 * times an hour, counted from the first.
 */
final class RestartBudget {
  static final int RESTARTS_MAX = 5;
  static final Duration WINDOW = Duration.ofHours(1);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration PAUSE_MAX = Duration.ofMinutes(5);

  private int restarts;
  private long first;
  private long last;

  private void forgetOld(long now) {
    if (restarts > 0 && now - first >= WINDOW.toMillis()) {
      restarts = 0;
    }
  }

  /** How many there were in this window. */
  int used(long now) {
    forgetOld(now);
    return restarts;
  }

  boolean isSpent(long now) {
    return used(now) >= RESTARTS_MAX;
  }

  /** Whether the pause after the last one is over. */
  boolean isDue(long now) {
    return used(now) == 0 || now - last >= pause().toMillis();
  }

  private Duration pause() {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << (restarts - 1));
    return pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX;
  }

  void spend(long now) {
    if (used(now) == 0) {
      first = now;
    }
    restarts++;
    last = now;
  }

  /** The owner has started it. */
  void renew() {
    restarts = 0;
  }
}
