package dev.parley.core.delivery;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.SharedStore;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which hub pushes the copies of an inbox to those who acknowledge, where several hubs share a
 * store: the one that somebody listened at first, as long as it runs and somebody does. With a
 * store of one's own it is always this one, and nothing is written. Committer thread.
 */
final class Leases {
  private static final String TABLE = "leases";

  private final @Nullable SharedStore store;
  private final Map<BoxId, String> holders = new HashMap<>();

  // Of the commit that is being made; a lease that is given back is an empty name.
  private final Map<BoxId, String> changed = new HashMap<>();

  Leases(MessageStore store) {
    this.store = store instanceof SharedStore shared ? shared : null;
    if (this.store != null) {
      store.forEachRecord(TABLE, this::note);
    }
  }

  /** Takes the lease if nobody who runs has it; false when another hub keeps it. */
  boolean take(Commit commit, BoxId box) {
    if (store == null) {
      return true;
    }
    if (!isFree(box)) {
      return false;
    }
    if (isHeld(box)) {
      return true;
    }
    changed.put(box, store.node());
    commit.put(TABLE, box.text(), store.node().getBytes(StandardCharsets.UTF_8));
    return true;
  }

  /** May this hub have the lease, or has it already? */
  boolean isFree(BoxId box) {
    if (store == null) {
      return true;
    }
    String holder = changed.getOrDefault(box, holders.getOrDefault(box, ""));
    return holder.isEmpty() || holder.equals(store.node()) || !store.isRunning(holder);
  }

  /** Gives the lease back, if it is this hub's. */
  void release(Commit commit, BoxId box) {
    if (isHeld(box)) {
      changed.put(box, "");
      commit.delete(TABLE, box.text());
    }
  }

  boolean isHeld(BoxId box) {
    return store != null
        && changed.getOrDefault(box, holders.getOrDefault(box, "")).equals(store.node());
  }

  void onCommitted(boolean durable) {
    if (durable) {
      changed.forEach(this::note);
    }
    changed.clear();
  }

  private void note(String box, byte[] holder) {
    note(BoxId.parse(box), new String(holder, StandardCharsets.UTF_8));
  }

  private void note(BoxId box, String holder) {
    if (holder.isEmpty()) {
      holders.remove(box);
    } else {
      holders.put(box, holder);
    }
  }

  /** Another hub has changed a record; returns the inbox whose lease it was, or null. */
  @Nullable BoxId onOtherHub(String table, String key, byte @Nullable [] value) {
    if (!table.equals(TABLE)) {
      return null;
    }
    note(key, value == null ? new byte[0] : value);
    return BoxId.parse(key);
  }
}
