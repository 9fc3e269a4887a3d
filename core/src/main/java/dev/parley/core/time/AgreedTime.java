package dev.parley.core.time;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A clock by which nothing ends while the clocks of others say something else. */
public record AgreedTime(Timekeeper own, BooleanSupplier isAgreed) implements Timekeeper {
  @Override
  public long millis() {
    return own.millis();
  }

  @Override
  public long endingMillis() {
    return isAgreed.getAsBoolean() ? own.endingMillis() : 0;
  }

  @Override
  public Alarm after(Duration delay, Runnable action) {
    return own.after(delay, action);
  }
}
