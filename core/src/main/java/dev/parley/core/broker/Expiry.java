package dev.parley.core.broker;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.nio.ByteBuffer;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Lets messages die in time. What is due is marked at the start of every commit, before any
 * receiver looks, so an expired message is never received; the alarm only makes sure that there is
 * a commit. Committer thread only.
 */
final class Expiry {
  private static final String TABLE = "expiries";

  /** A flood of messages that expire together is worked off over several commits. */
  private static final int PER_COMMIT_MAX = 1_000;

  private record Due(long at, MessageId id) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return Long.compare(at, other.at);
    }
  }

  private final MessageStore store;
  private final LongSupplier clock;
  private final LongAdder expired;
  private final PriorityQueue<Due> due = new PriorityQueue<>();

  Expiry(MessageStore store, LongSupplier clock, LongAdder expired) {
    this.store = store;
    this.clock = clock;
    this.expired = expired;
    store.forEachRecord(
        TABLE,
        (key, value) -> due.add(new Due(ByteBuffer.wrap(value).getLong(), MessageId.parse(key))));
  }

  void watch(Commit commit, StoredMessage message) {
    due.add(new Due(message.expiresAt(), message.id()));
    commit.put(
        TABLE,
        message.id().toString(),
        ByteBuffer.allocate(8).putLong(message.expiresAt()).array());
  }

  /** Is there something to do although nobody else commits? */
  boolean isDue() {
    Due first = due.peek();
    return first != null && first.at <= clock.getAsLong();
  }

  void onCommit(Commit commit) {
    long now = clock.getAsLong();
    for (int i = 0; i < PER_COMMIT_MAX; i++) {
      Due first = due.peek();
      if (first == null || first.at > now) {
        return;
      }
      due.poll();
      for (CopyRef copy : store.copiesOf(first.id)) {
        if (copy.box().isInbox()
            && commit.advance(copy.box(), copy.position(), State.EXPIRED, -1) != null) {
          expired.increment();
        }
      }
      commit.delete(TABLE, first.id.toString());
    }
  }
}
