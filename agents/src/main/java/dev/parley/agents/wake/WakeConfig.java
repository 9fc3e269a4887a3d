package dev.parley.agents.wake;

import java.time.Duration;

/**
 * How patient waking is.
 *
 * @param patience how long a message may be unread after an agent was told of it by one way, before
 *     the next way
 * @param rounds how often all ways are tried
 * @param pause between rounds; twice as long each time
 * @param trying how long one way may take to tell
 */
public record WakeConfig(Duration patience, int rounds, Duration pause, Duration trying) {
  public static final WakeConfig DEFAULT =
      new WakeConfig(Duration.ofSeconds(60), 3, Duration.ofMinutes(5), Duration.ofSeconds(15));

  public WakeConfig {
    if (patience.compareTo(trying) <= 0 || rounds < 1) {
      throw new IllegalArgumentException("patience is longer than trying, rounds at least 1");
    }
  }
}
