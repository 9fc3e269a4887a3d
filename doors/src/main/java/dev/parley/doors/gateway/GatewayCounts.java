package dev.parley.doors.gateway;

import java.util.concurrent.atomic.LongAdder;

/** What the gateway has passed over in silence since it started. Any thread. */
public final class GatewayCounts {
  final LongAdder framesDropped = new LongAdder();
  final LongAdder sendsDropped = new LongAdder();
  final LongAdder deliveriesTooLarge = new LongAdder();

  /** Frames that could not be read, or that say nothing. */
  public long framesDropped() {
    return framesDropped.sum();
  }

  /** Messages that went nowhere: no such conversation for their sender, or refused. */
  public long sendsDropped() {
    return sendsDropped.sum();
  }

  /** Messages that do not fit into a frame. */
  public long deliveriesTooLarge() {
    return deliveriesTooLarge.sum();
  }
}
