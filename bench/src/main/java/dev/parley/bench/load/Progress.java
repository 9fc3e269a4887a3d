package dev.parley.bench.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the threads of one run have reached together: counts down once for each of the two goals.
 */
final class Progress {
  private final long target;
  private final CountDownLatch done;
  private final AtomicLong confirmed = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();

  Progress(long target, CountDownLatch done) {
    this.target = target;
    this.done = done;
  }

  void onConfirmed(long messages) {
    if (confirmed.addAndGet(messages) == target) {
      done.countDown();
    }
  }

  void onAcknowledged(long messages) {
    long now = acknowledged.addAndGet(messages);
    if (now >= target && now - messages < target) {
      done.countDown();
    }
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  long acknowledged() {
    return acknowledged.get();
  }

  long sum() {
    return confirmed.get() + acknowledged.get();
  }

  @Override
  public String toString() {
    return "confirmed %s, acknowledged %s of %d".formatted(confirmed, acknowledged, target);
  }
}
