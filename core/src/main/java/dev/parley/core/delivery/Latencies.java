package dev.parley.core.delivery;

import dev.parley.core.metrics.Histogram;
import dev.parley.core.store.Copy;
import dev.parley.core.time.Timekeeper;

/**
 * How long messages take from being accepted to being pushed and acknowledged. The clock is read
 * once a commit, not once a message. Committer thread, except for reading the histograms.
 */
final class Latencies {
  private static final long UNREAD = -1;

  /** Whether what is pushed has just become durable, or has waited in its inbox. */
  private enum Pushed {
    LIVE,
    BACKLOG
  }

  private final Timekeeper time;
  private final Histogram acceptToPush =
      Histogram.ofMillis(
          "parley_accept_to_push_seconds",
          "from accepting a message to pushing a copy of it, where a listener was there already");
  private final Histogram acceptToAck =
      Histogram.ofMillis(
          "parley_accept_to_ack_seconds",
          "from accepting a message to the acknowledgement of a copy that was pushed");
  private Pushed next = Pushed.BACKLOG;
  private long now = UNREAD;

  Latencies(Timekeeper time) {
    this.time = time;
  }

  Histogram acceptToPush() {
    return acceptToPush;
  }

  Histogram acceptToAck() {
    return acceptToAck;
  }

  /** What is pushed from here to {@link #placed} has just become durable. */
  void placing() {
    next = Pushed.LIVE;
  }

  void placed() {
    next = Pushed.BACKLOG;
  }

  void pushed(Copy copy) {
    if (next == Pushed.LIVE) {
      acceptToPush.record(now() - copy.message().timestamp());
    }
  }

  void acknowledged(Copy copy) {
    acceptToAck.record(now() - copy.message().timestamp());
  }

  void onCommitted() {
    now = UNREAD;
  }

  private long now() {
    if (now == UNREAD) {
      now = time.millis();
    }
    return now;
  }
}
