package dev.parley.brains.model;

import java.time.Duration;

/**
 * How far a turn may go.
 *
 * @param steps calls of the model in one turn
 * @param retries of one call at one endpoint, beyond the first
 * @param callTime that one call may take
 * @param tokens that all calls of a turn may use together
 * @param costMicros the same in millionths of a US dollar; 0 for any
 */
public record ModelLimits(int steps, int retries, Duration callTime, long tokens, long costMicros) {
  public static final ModelLimits DEFAULT =
      new ModelLimits(20, 2, Duration.ofMinutes(5), 500_000, 0);
}
