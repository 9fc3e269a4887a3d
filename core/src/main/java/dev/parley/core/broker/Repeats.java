package dev.parley.core.broker;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /**
   * Ids given by senders in the commit that is being made: the store shows them to readers only
   * later.
   */
  private final Set<MessageId> underway = new HashSet<>();

  Repeats(MessageStore store, Duration window) {
    this.store = store;
    this.window = window;
    List<Remembered> found = new ArrayList<>();
    store.forEachRecord(
        TABLE,
        (key, value) -> {
          ByteBuffer in = ByteBuffer.wrap(value);
          found.add(new Remembered(key, new MessageId(in.getLong(), in.getLong()), in.getLong()));
        });
    found.sort((a, b) -> Long.compare(a.until, b.until));
    for (Remembered remembered : found) {
      byKey.put(remembered.key, remembered);
      oldest.add(remembered);
    }
  }

  /** A new commit begins. */
  void onCommit() {
    underway.clear();
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
    if (underway.contains(id)) {
      return true;
    }
    StoredMessage stored = store.find(id).orElse(null);
    if (stored == null) {
      return false;
    }
    boolean sameSender = commit.positionOf(BoxId.outbox(draft.from()), id) >= 0;
    if (!sameSender || stored.timestamp() + window.toMillis() < now) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "message id "
              + id
              + " has been used "
              + (sameSender ? "too long ago to be a repetition" : "by another sender"));
    }
    return true;
  }

  void remember(Commit commit, Draft draft, MessageId id, long now) {
    forgetOld(commit, now);
    if (draft.id() != null) {
      underway.add(id);
    }
    if (draft.idempotencyKey() != null) {
      Remembered remembered = new Remembered(keyOf(draft), id, now + window.toMillis());
      byKey.put(remembered.key, remembered);
      oldest.add(remembered);
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

  /** The commit that was to remember this has failed. */
  void undo(Draft draft, MessageId id) {
    if (draft.idempotencyKey() != null) {
      String key = keyOf(draft);
      Remembered remembered = byKey.get(key);
      if (remembered != null && remembered.id.equals(id)) {
        byKey.remove(key);
      }
    }
  }

  private void forgetOld(Commit commit, long now) {
    for (Remembered first = oldest.peek();
        first != null && first.until <= now;
        first = oldest.peek()) {
      oldest.poll();
      if (byKey.remove(first.key, first)) {
        commit.delete(TABLE, first.key);
      }
    }
  }

  private static String keyOf(Draft draft) {
    return draft.from() + "/" + draft.idempotencyKey();
  }
}
