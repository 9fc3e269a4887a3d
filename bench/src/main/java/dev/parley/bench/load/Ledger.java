package dev.parley.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Checks every delivery: from each sender each inbox must see exactly every n-th sequence, in
 * order. An inbox is read by one thread, so its entries need no lock.
 */
public final class Ledger {
  /** Nothing of this sender may come there. */
  private static final long NEVER = Long.MAX_VALUE;

  private final int inboxes;

  /** By sender: so many inboxes it sends to in turn. */
  private final int[] turn;

  private final long[] expected;
  private final Latencies latencies;
  private final LongAdder lost = new LongAdder();
  private final LongAdder doubled = new LongAdder();
  private final LongAdder misrouted = new LongAdder();

  /** Every sender sends to all inboxes. */
  public Ledger(Workload workload) {
    this(workload.connections(), workload.inboxes());
    Arrays.fill(turn, inboxes);
    for (int sender = 0; sender < workload.connections(); sender++) {
      for (int inbox = 0; inbox < inboxes; inbox++) {
        expected[sender * inboxes + inbox] = workload.firstSequence(sender, inbox);
      }
    }
  }

  /**
   * Every sender sends to some inboxes.
   *
   * @param inboxesOf by sender: where it sends to, in turn
   */
  Ledger(List<List<Integer>> inboxesOf, int inboxes) {
    this(inboxesOf.size(), inboxes);
    Arrays.fill(expected, NEVER);
    for (int sender = 0; sender < turn.length; sender++) {
      List<Integer> targets = inboxesOf.get(sender);
      turn[sender] = targets.size();
      for (int i = 0; i < targets.size(); i++) {
        expected[sender * inboxes + targets.get(i)] = i;
      }
    }
  }

  private Ledger(int senders, int inboxes) {
    this.inboxes = inboxes;
    latencies = new Latencies(senders);
    turn = new int[senders];
    expected = new long[senders * inboxes];
  }

  public Latencies latencies() {
    return latencies;
  }

  /** A sender is about to send this message. */
  void onSent(int sender, long sequence) {
    latencies.onSent(sender, sequence);
  }

  /** Enters the body at {@code bodyAt}, which came out of {@code inbox}. */
  void onDelivered(int inbox, byte[] bytes, int bodyAt) {
    onDelivered(
        inbox, Body.inbox(bytes, bodyAt), Body.sender(bytes, bodyAt), Body.sequence(bytes, bodyAt));
  }

  /** Enters a message for {@code meant} that came out of {@code inbox}. */
  void onDelivered(int inbox, int meant, int sender, long sequence) {
    if (meant != inbox || expected[sender * inboxes + inbox] == NEVER) {
      misrouted.increment();
      return;
    }
    latencies.onDelivered(sender, sequence);
    int entry = sender * inboxes + inbox;
    long ahead = sequence - expected[entry];
    if (ahead < 0) {
      doubled.increment();
      return;
    }
    if (ahead > 0) {
      lost.add(ahead / turn[sender]);
    }
    expected[entry] = sequence + turn[sender];
  }

  /** What went wrong so far; what comes late counts as lost and then as doubled. */
  public long faults() {
    return lost.sum() + doubled.sum() + misrouted.sum();
  }

  @Override
  public String toString() {
    return faults() == 0
        ? "nothing lost, doubled or out of order"
        : "lost or overtaken %d, doubled or late %d, misrouted %d"
            .formatted(lost.sum(), doubled.sum(), misrouted.sum());
  }
}
