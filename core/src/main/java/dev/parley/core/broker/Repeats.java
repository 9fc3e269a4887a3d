package dev.parley.core.broker;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sent twice, delivered once. A sender's own message id is recognised by the copy in its outbox; an
 * idempotency key by a record that is kept for the window. Committer thread only, so that two
 * repeats in one batch see each other.
 */
final class Repeats {
  private static final String TABLE = "repeats";

  private record Remembered(String key, MessageId id, long until) {}

  private final MessageStore store;
  private final Duration window;
  private final Map<String, Remembered> byKey = new HashMap<>();
  private final ArrayDeque<Remembered> oldest = new ArrayDeque<>();

  // Of the commit that is being made; the store shows it to readers only later.
  private final Map<MessageId, Message> underway = new HashMap<>();
  private final List<Remembered> begun = new ArrayList<>();
  private final List<Remembered> forgotten = new ArrayList<>();

  Repeats(MessageStore store, Duration window) {
    this.store = store;
    this.window = window;
    List<Remembered> found = new ArrayList<>();
    store.forEachRecord(TABLE, (key, value) -> found.add(read(key, value)));
    found.sort((a, b) -> Long.compare(a.until, b.until));
    for (Remembered remembered : found) {
      byKey.put(remembered.key, remembered);
      oldest.add(remembered);
    }
  }

  /** The message that this one repeats, or null. */
  @Nullable MessageId earlier(Commit commit, Draft draft, MessageId id, long now) {
    if (draft.idempotencyKey() != null) {
      Remembered remembered = byKey.get(keyOf(draft));
      if (remembered != null && remembered.until > now) {
        return remembered.id;
      }
    }
    return draft.id() != null && isKnown(commit, draft, id, now) ? id : null;
  }

  private boolean isKnown(Commit commit, Draft draft, MessageId id, long now) {
    Message together = underway.get(id);
    if (together != null) {
      requireSameSender(together.draft().from().equals(draft.from()), id);
      return true;
    }
    StoredMessage stored = store.find(id).orElse(null);
    if (stored == null) {
      return false;
    }
    requireSameSender(commit.positionOf(BoxId.outbox(draft.from()), id) >= 0, id);
    if (stored.timestamp() + window.toMillis() < now) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "message id " + id + " has been used too long ago to be a repetition");
    }
    return true;
  }

  private static void requireSameSender(boolean same, MessageId id) {
    if (!same) {
      throw new Refused(
          ErrorCode.CONFLICT, "message id " + id + " has been used by another sender");
    }
  }

  /**
   * A message with an id of its sender's own that the commit which is being made has taken, or
   * null. Ids of the hub's are known to nobody before they are durable.
   */
  @Nullable Message underway(MessageId id) {
    return underway.get(id);
  }

  void remember(Commit commit, Message message, long now) {
    forgetOld(commit, now);
    Draft draft = message.draft();
    MessageId id = message.id();
    if (draft.id() != null) {
      underway.put(id, message);
    }
    if (draft.idempotencyKey() != null) {
      Remembered remembered = new Remembered(keyOf(draft), id, now + window.toMillis());
      byKey.put(remembered.key, remembered);
      begun.add(remembered);
      commit.put(
          TABLE,
          remembered.key,
          ByteBuffer.allocate(24)
              .putLong(id.high())
              .putLong(id.low())
              .putLong(remembered.until)
              .array());
    }
  }

  private void forgetOld(Commit commit, long now) {
    for (Remembered first = oldest.peek();
        first != null && first.until <= now;
        first = oldest.peek()) {
      oldest.poll();
      if (byKey.remove(first.key, first)) {
        forgotten.add(first);
        commit.delete(TABLE, first.key);
      }
    }
  }

  void onCommitted(boolean durable) {
    if (durable) {
      oldest.addAll(begun);
    } else {
      begun.forEach(remembered -> byKey.remove(remembered.key, remembered));
      for (Remembered remembered : forgotten.reversed()) {
        byKey.putIfAbsent(remembered.key, remembered);
        oldest.addFirst(remembered);
      }
    }
    underway.clear();
    begun.clear();
    forgotten.clear();
  }

  /** Another hub has changed a record. */
  void onElsewhere(String table, String key, byte @Nullable [] value) {
    if (!table.equals(TABLE)) {
      return;
    }
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
