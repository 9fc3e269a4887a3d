package dev.parley.client;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Bounds what is unanswered, by count and by bytes. */
final class Window {
  private final Semaphore requests;
  private final Semaphore bytes;
  private final int bytesMax;

  Window(int requestsMax, int bytesMax) {
    this.requests = new Semaphore(requestsMax);
    this.bytes = new Semaphore(bytesMax);
    this.bytesMax = bytesMax;
  }

  /** Waits for room; false when there is none in time. */
  boolean enter(int length, Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    if (!requests.tryAcquire(within.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    boolean entered = false;
    try {
      entered =
          bytes.tryAcquire(weight(length), deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      return entered;
    } finally {
      if (!entered) {
        requests.release();
      }
    }
  }

  void leave(int length) {
    bytes.release(weight(length));
    requests.release();
  }

  /** One request longer than the whole window still gets through, alone. */
  private int weight(int length) {
    return Math.min(length, bytesMax);
  }
}
