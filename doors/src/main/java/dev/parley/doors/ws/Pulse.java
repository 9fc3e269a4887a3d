package dev.parley.doors.ws;

/**
 * Signs of life of a connection: when it was last heard, and when its socket last took something.
 */
final class Pulse {
  private static final int PINGS_UNANSWERED_MAX = 2;

  private long heardAt;
  private long takenAt;
  private long taken;
  private int pingsUnanswered;

  Pulse(long now) {
    this.heardAt = now;
    this.takenAt = now;
  }

  void heard(long now) {
    heardAt = now;
    pingsUnanswered = 0;
  }

  boolean isSilent(long now, long nanosMax) {
    return now - heardAt > nanosMax;
  }

  boolean isGone() {
    return pingsUnanswered >= PINGS_UNANSWERED_MAX;
  }

  /** The next ping is due after as long a silence again. */
  void pinged(long now) {
    pingsUnanswered++;
    heardAt = now;
  }

  /** Has something waited for that long without the socket taking any of it? */
  boolean isStalled(long now, Outbox outbox, long nanosMax) {
    long before = taken;
    taken = outbox.progress();
    if (taken != before || !outbox.isWaiting()) {
      takenAt = now;
    }
    return now - takenAt > nanosMax;
  }
}
