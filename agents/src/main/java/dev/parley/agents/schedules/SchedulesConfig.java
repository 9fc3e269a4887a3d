package dev.parley.agents.schedules;

import java.time.Duration;

/**
 * How much scheduling there may be.
 *
 * @param max schedules of the whole hub
 * @param ownMax those that an agent makes for itself
 * @param ownApart how far apart the times of such a schedule are, at least
 * @param catchUpMax how many missed times are made up for at once
 * @param historyMax how many runs of a schedule are remembered
 */
public record SchedulesConfig(
    int max, int ownMax, Duration ownApart, int catchUpMax, int historyMax) {
  public static final SchedulesConfig DEFAULT =
      new SchedulesConfig(1_000, 20, Duration.ofSeconds(10), 100, 50);
}
