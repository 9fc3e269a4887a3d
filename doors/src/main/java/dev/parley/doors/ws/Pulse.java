package dev.parley.doors.ws;

import java.time.Duration;

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

  /** What is known of a connection that may be silent. */
  enum Sign {
    ALIVE,
    /** Silent for so long that it has to be asked. */
    PING_IT,
    DEAD
  }

  /** The next ping is due after as long a silence again. */
  Sign look(long now, Liveness liveness, long idleNanos) {
    return switch (liveness) {
      case Liveness.HubPings _ -> {
        if (!isSilent(now, idleNanos)) {
          yield Sign.ALIVE;
        }
        if (pingsUnanswered >= PINGS_UNANSWERED_MAX) {
          yield Sign.DEAD;
        }
        pingsUnanswered++;
        heardAt = now;
        yield Sign.PING_IT;
      }
      case Liveness.ClientSpeaks(Duration silenceMax) ->
          isSilent(now, silenceMax.toNanos()) ? Sign.DEAD : Sign.ALIVE;
    };
  }

  private boolean isSilent(long now, long nanosMax) {
    return now - heardAt > nanosMax;
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
