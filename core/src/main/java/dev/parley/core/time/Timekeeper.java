package dev.parley.core.time;

import java.time.Duration;

/** The clock and the alarm of the hub. */
public interface Timekeeper {

  /** Unix milliseconds. */
  long millis();

  /** Runs something once, later, on a thread of the timekeeper's; it must be short. */
  Alarm after(Duration delay, Runnable action);

  /** Something that will happen unless cancelled. */
  interface Alarm {
    void cancel();
  }
}
