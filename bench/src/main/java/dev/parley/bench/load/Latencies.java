package dev.parley.bench.load;

import dev.parley.bench.report.Spread;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long messages took from being sent to being delivered. Every n-th message of a sender is
 * looked at: one of all would cost the load more than the figure is worth. Any thread may send or
 * deliver.
 */
public final class Latencies {
  /** Shares no divisor with the number of inboxes, so that all of them are looked at. */
  private static final int EVERY = 17;

  /** Messages of a sender that may be on their way and are looked at. */
  private static final int UNDERWAY_MAX = 1 << 12;

  private static final int SAMPLES_MAX = 1 << 18;

  private final AtomicLongArray sentAt;
  private final AtomicLongArray samples = new AtomicLongArray(SAMPLES_MAX);
  private final AtomicInteger count = new AtomicInteger();

  Latencies(int senders) {
    sentAt = new AtomicLongArray(senders * UNDERWAY_MAX);
  }

  void onSent(int sender, long sequence) {
    if (sequence % EVERY == 0) {
      sentAt.setOpaque(slot(sender, sequence), System.nanoTime());
    }
  }

  void onDelivered(int sender, long sequence) {
    if (sequence % EVERY == 0) {
      int sample = count.getAndIncrement();
      if (sample < SAMPLES_MAX) {
        long nanos = System.nanoTime() - sentAt.getOpaque(slot(sender, sequence));
        samples.setOpaque(sample, nanos);
      }
    }
  }

  private static int slot(int sender, long sequence) {
    return sender * UNDERWAY_MAX + (int) (sequence / EVERY % UNDERWAY_MAX);
  }

  /** Forgets what was measured. Nothing may be on its way. */
  void reset() {
    count.set(0);
  }

  /** Nanoseconds that this part of the messages took at most; 0 when none was looked at. */
  double percentile(double part) {
    long[] measured = new long[Math.min(count.get(), SAMPLES_MAX)];
    for (int i = 0; i < measured.length; i++) {
      measured[i] = samples.getOpaque(i);
    }
    return measured.length == 0 ? 0 : Spread.percentile(measured, part);
  }
}
