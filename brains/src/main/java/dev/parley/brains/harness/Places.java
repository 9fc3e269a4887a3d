package dev.parley.brains.harness;

import java.util.concurrent.Semaphore;

/**
 * How many processes there may be at a time. Whoever wants one more waits, the first come first.
 */
final class Places {
  private final Semaphore free;

  Places(int max) {
    this.free = new Semaphore(max, true);
  }

  /**
   * @param makeRoom asks a process that nobody needs now to end, if there is one
   */
  void take(Runnable makeRoom) throws InterruptedException {
    if (!free.tryAcquire()) {
      makeRoom.run();
      free.acquire();
    }
  }

  boolean areWanted() {
    return free.hasQueuedThreads();
  }

  void give() {
    free.release();
  }
}
