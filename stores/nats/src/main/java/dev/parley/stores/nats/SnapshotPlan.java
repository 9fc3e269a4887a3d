package dev.parley.stores.nats;

import java.time.Duration;

/**
 * When the log is cut short.
 *
 * @param grownBytes a snapshot is taken when the log has grown by this much since the last one, and
 *     by half of what the view has: all of them together then cost little more than the log itself
 * @param lookEvery how often that is looked at
 */
public record SnapshotPlan(long grownBytes, Duration lookEvery) {
  public static final SnapshotPlan DEFAULT = new SnapshotPlan(256L << 20, Duration.ofSeconds(5));

  /** For those who only look. */
  public static final SnapshotPlan NEVER = new SnapshotPlan(Long.MAX_VALUE, Duration.ofDays(1));

  public SnapshotPlan {
    if (grownBytes < 1 || lookEvery.toMillis() < 1) {
      throw new IllegalArgumentException("snapshots after " + grownBytes + ", " + lookEvery);
    }
  }
}
