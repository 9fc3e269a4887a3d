package dev.parley.testkit.time;

import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that can be put forward and back, as real ones are; alarms do not notice that. */
public final class JumpingTime implements Timekeeper {
  private final ManualTime real;
  private final AtomicLong ahead = new AtomicLong();
  private volatile boolean agreed = true;

  public JumpingTime(long unixMillis) {
    this.real = new ManualTime(unixMillis);
  }

  @Override
  public long millis() {
    return real.millis() + ahead.get();
  }

  @Override
  public long endingMillis() {
    return agreed ? millis() : 0;
  }

  @Override
  public Alarm after(Duration delay, Runnable action) {
    return real.after(delay, action);
  }

  public void advance(Duration by) {
    real.advance(by);
  }

  public void jump(Duration by) {
    ahead.addAndGet(by.toMillis());
  }

  public void agree(boolean isAgreed) {
    agreed = isAgreed;
  }
}
