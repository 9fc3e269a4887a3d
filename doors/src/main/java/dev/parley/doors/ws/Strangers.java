package dev.parley.doors.ws;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Who has come and not said yet who it is. They are bounded, because when very many come at once a
 * hub that takes them all is busy with those who have given up meanwhile, and with nothing else
 * (docs/scale.md). Any thread.
 */
final class Strangers {
  private static final int RETRY_SECONDS_MIN = 2;
  private static final int RETRY_SECONDS_MAX = 10;

  private final int max;
  private final AtomicInteger count = new AtomicInteger();

  Strangers(int max) {
    this.max = max;
  }

  /** One of them, until it is known or gone. */
  final class Stranger {
    private final AtomicBoolean strange = new AtomicBoolean(true);

    private Stranger() {}

    /** It has authenticated, or its connection has ended; the second time means nothing. */
    void isNoLonger() {
      if (strange.compareAndSet(true, false)) {
        count.decrementAndGet();
      }
    }
  }

  /** Null when there are too many. */
  @Nullable Stranger come() {
    if (count.incrementAndGet() > max) {
      count.decrementAndGet();
      return null;
    }
    return new Stranger();
  }

  int count() {
    return count.get();
  }

  /** When one that is sent away may come again: not all at the same time. */
  static int retryAfterSeconds() {
    return ThreadLocalRandom.current().nextInt(RETRY_SECONDS_MIN, RETRY_SECONDS_MAX + 1);
  }
}
