package dev.parley.doors.files;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Says that there may be something to do; saying it often is saying it once. */
final class Wake {
  private final Semaphore calls = new Semaphore(0);

  void up() {
    if (calls.availablePermits() == 0) {
      calls.release();
    }
  }

  /** Returns when woken or when the time is up, whichever comes first. */
  void await(Duration atMost) throws InterruptedException {
    boolean _ = calls.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
    calls.drainPermits();
  }
}
