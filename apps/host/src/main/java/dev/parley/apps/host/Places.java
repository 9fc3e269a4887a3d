package dev.parley.apps.host;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.concurrent.Semaphore;

/** How many apps may run at a time. */
final class Places {
  private final int max;
  private final Semaphore free;

  Places(int max) {
    this.max = max;
    this.free = new Semaphore(max);
  }

  Place forOne() {
    return new Place();
  }

  /** That of one app, which has it or not. One thread at a time. */
  final class Place {
    private boolean taken;

    /**
     * @throws Refused when all are taken
     */
    void take() {
      if (!taken && !free.tryAcquire()) {
        throw new Refused(
            ErrorCode.OVERLOADED,
            max + " apps run, more may not (apps.runningMax); stop one first");
      }
      taken = true;
    }

    void leave() {
      if (taken) {
        free.release();
        taken = false;
      }
    }
  }
}
