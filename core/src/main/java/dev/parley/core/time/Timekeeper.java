package dev.parley.core.time;

import java.time.Duration;

/** The clock and the alarm of the hub. */
public interface Timekeeper {

  /** Unix milliseconds. */
  long millis();

  /**
   * The time by which things end: by which they expire, are forgotten, or are decided. It is {@link
   * #millis}, or 0, at which nothing ends, while it is not known what time it is.
   */
  default long endingMillis() {
    return millis();
  }

  /** Runs something once, later, on a thread of the timekeeper's; it must be short. */
  Alarm after(Duration delay, Runnable action);

  /** Something that will happen unless cancelled. */
  interface Alarm {
    void cancel();
  }
}
