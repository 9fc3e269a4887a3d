package dev.parley.core.history;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;

/**
 * What all boxes hold together. Every message has a copy in its sender's outbox, and positions are
 * never given twice: so outboxes know how many messages there ever were, across restarts, deleted
 * agents and all hubs of a cluster.
 *
 * @param accepted messages that were ever accepted or imported
 * @param messages those that outboxes still keep
 * @param pending copies that wait in inboxes
 */
public record Totals(long accepted, long messages, long pending) {
  public static final Totals NONE = new Totals(0, 0, 0);

  /** Blocking: reader threads. */
  static Totals of(MessageStore store) {
    Sum sum = new Sum();
    store.forEachBox(
        (box, stats) -> {
          if (box instanceof BoxId.Outbox) {
            sum.accepted += stats.next();
            sum.messages += stats.stored();
          } else if (box.isInbox()) {
            sum.pending += stats.pending();
          }
        });
    return new Totals(sum.accepted, sum.messages, sum.pending);
  }

  private static final class Sum {
    private long accepted;
    private long messages;
    private long pending;
  }
}
