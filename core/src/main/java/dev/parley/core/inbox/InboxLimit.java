package dev.parley.core.inbox;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.time.Duration;

/**
 * How much one inbox keeps.
 *
 * @param age of its copies, whatever their state; zero for ever
 * @param countMax how many, the newest; 0 for all
 */
public record InboxLimit(Duration age, long countMax) {
  public static final InboxLimit NONE = new InboxLimit(Duration.ZERO, 0);

  public InboxLimit {
    if (age.isNegative() || countMax < 0) {
      throw new Refused(ErrorCode.BAD_REQUEST, "an inbox cannot keep less than nothing");
    }
  }

  boolean isNone() {
    return equals(NONE);
  }
}
