package dev.parley.core.broker;

import dev.parley.core.delivery.Waiters;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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
  private final Waiters waiters;
  private final LongAdder expired;
  private final PriorityQueue<Due> due = new PriorityQueue<>();

  // Of the commit that is being made.
  private final List<Due> begun = new ArrayList<>();
  private final List<Due> worked = new ArrayList<>();
  private final List<MessageId> marked = new ArrayList<>();

  Expiry(MessageStore store, LongSupplier clock, Waiters waiters, LongAdder expired) {
    this.store = store;
    this.clock = clock;
    this.waiters = waiters;
    this.expired = expired;
    store.forEachRecord(
        TABLE,
        (key, value) -> due.add(new Due(ByteBuffer.wrap(value).getLong(), MessageId.parse(key))));
  }

  /** Another hub has changed a record; what it has dealt with is found to be done when due. */
  void onElsewhere(String table, String key, byte @Nullable [] value) {
    if (table.equals(TABLE) && value != null) {
      due.add(new Due(ByteBuffer.wrap(value).getLong(), MessageId.parse(key)));
    }
  }

  void watch(Commit commit, StoredMessage message) {
    begun.add(new Due(message.expiresAt(), message.id()));
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
    for (int i = 0; i < PER_COMMIT_MAX && isDue(); i++) {
      Due first = due.remove();
      worked.add(first);
      for (CopyRef copy : store.copiesOf(first.id)) {
        if (copy.box().isInbox()) {
          expire(commit, first.id, copy.box(), copy.position());
        }
      }
      commit.delete(TABLE, first.id.toString());
    }
  }

  /** Marks one copy, if it still waits. */
  void expire(Commit commit, MessageId id, BoxId box, long position) {
    if (commit.advance(box, position, State.EXPIRED, -1) != null) {
      marked.add(id);
    }
  }

  void onCommitted(boolean durable) {
    if (durable) {
      due.addAll(begun);
      expired.add(marked.size());
      marked.forEach(waiters::climbed);
    } else {
      due.addAll(worked);
    }
    begun.clear();
    worked.clear();
    marked.clear();
  }
}
