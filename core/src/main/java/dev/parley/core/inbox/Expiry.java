package dev.parley.core.inbox;

import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets messages die in time. What is due is marked at the start of every commit, before any
 * receiver looks, so an expired message is never received; the alarm only makes sure that there is
 * a commit. Committer thread only.
 */
public final class Expiry implements Ledger {
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

  // Of the commit that is being made.
  private final List<Due> begun = new ArrayList<>();
  private final List<Due> worked = new ArrayList<>();
  private int marked;

  public Expiry(MessageStore store, LongSupplier clock, LongAdder expired) {
    this.store = store;
    this.clock = clock;
    this.expired = expired;
    store.forEachRecord(
        TABLE,
        (key, value) -> due.add(new Due(ByteBuffer.wrap(value).getLong(), MessageId.parse(key))));
  }

  @Override
  public Set<String> tables() {
    return Set.of(TABLE);
  }

  /** What another hub has dealt with is found to be done when it is due. */
  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    if (value != null) {
      due.add(new Due(ByteBuffer.wrap(value).getLong(), MessageId.parse(key)));
    }
  }

  /** It expires later, or on arrival when it came too late to be of use to anybody. */
  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    if (stored.expiresAt() == 0) {
      return;
    }
    if (!stored.isExpiredAt(clock.getAsLong())) {
      watch(tx, stored);
      return;
    }
    for (Placement placement : placements) {
      if (placement.box().isInbox()) {
        expire(tx, stored.id(), placement.box(), placement.position());
      }
    }
  }

  @Override
  public void onAdopt(Tx tx, StoredMessage stored, List<Placement> waiting) {
    if (stored.expiresAt() != 0 && !waiting.isEmpty()) {
      watch(tx, stored);
    }
  }

  private void watch(Tx tx, StoredMessage message) {
    begun.add(new Due(message.expiresAt(), message.id()));
    tx.put(
        TABLE,
        message.id().toString(),
        ByteBuffer.allocate(8).putLong(message.expiresAt()).array());
  }

  /** Is there something to do although nobody else commits? */
  boolean isDue() {
    Due first = due.peek();
    return first != null && first.at <= clock.getAsLong();
  }

  @Override
  public void onBegin(Tx tx) {
    for (int i = 0; i < PER_COMMIT_MAX && isDue(); i++) {
      Due first = due.remove();
      worked.add(first);
      for (CopyRef copy : store.copiesOf(first.id)) {
        if (copy.box().isInbox()) {
          expire(tx, first.id, copy.box(), copy.position());
        }
      }
      tx.delete(TABLE, first.id.toString());
    }
  }

  /** Marks one copy, if it still waits. */
  void expire(Tx tx, MessageId id, BoxId box, long position) {
    if (tx.climb(box, position, id, State.EXPIRED)) {
      marked++;
    }
  }

  @Override
  public void ended(boolean durable) {
    if (durable) {
      due.addAll(begun);
      expired.add(marked);
    } else {
      due.addAll(worked);
    }
    begun.clear();
    worked.clear();
    marked = 0;
  }
}
