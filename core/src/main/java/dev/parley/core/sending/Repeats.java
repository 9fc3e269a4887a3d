package dev.parley.core.sending;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Ledger;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sent twice, delivered once. A sender's own message id is recognised by the message that has it;
 * an idempotency key by a record that is kept for the window. What is repeated must be the same:
 * the message that was stored says what was sent, so nothing more is kept for that. Committer
 * thread only, so that two repeats in one batch see each other.
 */
public final class Repeats implements Ledger {
  private static final String TABLE = "repeats";

  private record Remembered(String key, MessageId id, long until) {}

  private final Duration window;
  private final LongSupplier endings;
  private final Map<String, Remembered> byKey = new HashMap<>();
  private final ArrayDeque<Remembered> oldest = new ArrayDeque<>();

  // Of the commit that is being made.
  private final List<Remembered> begun = new ArrayList<>();
  private final List<Remembered> forgotten = new ArrayList<>();

  /**
   * @param endings the time by which they are forgotten
   */
  public Repeats(MessageStore store, Duration window, LongSupplier endings) {
    this.window = window;
    this.endings = endings;
    List<Remembered> found = new ArrayList<>();
    store.forEachRecord(TABLE, (key, value) -> found.add(read(key, value)));
    found.sort((a, b) -> Long.compare(a.until, b.until));
    for (Remembered remembered : found) {
      byKey.put(remembered.key, remembered);
      oldest.add(remembered);
    }
  }

  @Override
  public Set<String> tables() {
    return Set.of(TABLE);
  }

  @Override
  public @Nullable MessageId beforeAppend(
      Tx tx, Sender from, Draft draft, @Nullable MessageId id, long timestamp) {
    if (draft.idempotencyKey() == null && id == null) {
      return null;
    }
    long now = Math.min(timestamp, endings.getAsLong());
    if (draft.idempotencyKey() != null) {
      Remembered remembered = byKey.get(keyOf(draft));
      if (remembered != null && remembered.until > now) {
        StoredMessage first = tx.find(remembered.id);
        if (first != null) {
          requireSame(draft, first, "idempotency key '" + draft.idempotencyKey() + "'");
        }
        return remembered.id;
      }
    }
    return id != null && isKnown(tx, draft, id, now) ? id : null;
  }

  /**
   * Would this draft, accepted when the first one was, be the message that is stored? Of which
   * trace its sending is a part does not count: who tries again does something new.
   */
  private static void requireSame(Draft draft, StoredMessage stored, String name) {
    Message first = Message.parse(stored.number(), stored.json());
    Message again =
        new Message(
            first.id(),
            stored.number(),
            draft.toBuilder().traceparent(first.draft().traceparent()).build(),
            first.timestamp(),
            draft.expiryIfAcceptedAt(first.timestamp()),
            first.origin(),
            first.hops(),
            first.threadId());
    if (!Arrays.equals(again.toJson(), stored.json())) {
      throw new Refused(
          ErrorCode.CONFLICT,
          name + " has been used for another message, " + first.id() + "; nothing was sent");
    }
  }

  private boolean isKnown(Tx tx, Draft draft, MessageId id, long now) {
    StoredMessage stored = tx.find(id);
    if (stored == null) {
      return false;
    }
    requireSameSender(Envelope.parse(stored.json()).from().equals(draft.from()), id);
    if (stored.timestamp() + window.toMillis() < now) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "message id " + id + " has been used too long ago to be a repetition");
    }
    requireSame(draft, stored, "message id " + id);
    return true;
  }

  private static void requireSameSender(boolean same, MessageId id) {
    if (!same) {
      throw new Refused(
          ErrorCode.CONFLICT, "message id " + id + " has been used by another sender");
    }
  }

  @Override
  public void onAppend(Tx tx, Message message, StoredMessage stored, List<Placement> placements) {
    long now = message.timestamp();
    if (!oldest.isEmpty()) {
      forgetOld(tx, Math.min(now, endings.getAsLong()));
    }
    Draft draft = message.draft();
    if (draft.idempotencyKey() != null) {
      MessageId id = message.id();
      Remembered remembered = new Remembered(keyOf(draft), id, now + window.toMillis());
      byKey.put(remembered.key, remembered);
      begun.add(remembered);
      tx.put(
          TABLE,
          remembered.key,
          ByteBuffer.allocate(24)
              .putLong(id.high())
              .putLong(id.low())
              .putLong(remembered.until)
              .array());
    }
  }

  private void forgetOld(Tx tx, long now) {
    for (Remembered first = oldest.peek();
        first != null && first.until <= now;
        first = oldest.peek()) {
      oldest.poll();
      if (byKey.remove(first.key, first)) {
        forgotten.add(first);
        tx.delete(TABLE, first.key);
      }
    }
  }

  @Override
  public void ended(boolean durable) {
    if (durable) {
      oldest.addAll(begun);
    } else {
      begun.forEach(remembered -> byKey.remove(remembered.key, remembered));
      for (Remembered remembered : forgotten.reversed()) {
        byKey.putIfAbsent(remembered.key, remembered);
        oldest.addFirst(remembered);
      }
    }
    begun.clear();
    forgotten.clear();
  }

  @Override
  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    if (value == null) {
      byKey.remove(key);
      return;
    }
    Remembered remembered = read(key, value);
    byKey.put(key, remembered);
    oldest.add(remembered);
  }

  private static Remembered read(String key, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    return new Remembered(key, new MessageId(in.getLong(), in.getLong()), in.getLong());
  }

  private static String keyOf(Draft draft) {
    return draft.from() + "/" + draft.idempotencyKey();
  }
}
