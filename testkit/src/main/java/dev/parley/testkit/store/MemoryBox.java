package dev.parley.testkit.store;

import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A box of a {@link MemoryStore}, or the changes that an open commit makes to one. */
final class MemoryBox {
  private static final Comparator<Map.Entry<Long, Entry>> BY_URGENCY =
      Comparator.<Map.Entry<Long, Entry>, Priority>comparing(waiting -> waiting.getValue().priority)
          .thenComparing(Map.Entry::getKey);

  private final @Nullable MemoryBox base;
  private final TreeMap<Long, Entry> entries = new TreeMap<>();
  private final TreeMap<Long, Entry> waiting = new TreeMap<>();
  private long first;
  private long next;
  private long unread;

  record Entry(
      long number, Priority priority, State state, int attempts, @Nullable String annotation) {

    boolean isUnread() {
      return state.isPending() || state == State.DELIVERED;
    }
  }

  MemoryBox() {
    this.base = null;
  }

  /** Changes on top of a box, which stays as it is until {@link #take}. */
  MemoryBox(MemoryBox base) {
    this.base = base;
    this.first = base.first;
    this.next = base.next;
    this.unread = base.unread;
  }

  @Nullable Entry entry(long position) {
    if (position < first || position >= next) {
      return null;
    }
    Entry own = entries.get(position);
    return own != null || base == null ? own : base.entries.get(position);
  }

  long append(Entry entry) {
    set(next, entry);
    return next++;
  }

  void set(long position, Entry entry) {
    Entry before = entry(position);
    unread += (entry.isUnread() ? 1 : 0) - (before != null && before.isUnread() ? 1 : 0);
    entries.put(position, entry);
    if (entry.state.isPending()) {
      waiting.put(position, entry);
    } else {
      waiting.remove(position);
    }
  }

  void trim(long beforePosition) {
    for (; first < Math.min(beforePosition, next); first++) {
      Entry gone = entry(first);
      unread -= gone != null && gone.isUnread() ? 1 : 0;
    }
  }

  List<Long> positions() {
    return new ArrayList<>(entries.tailMap(first).keySet());
  }

  List<Long> pending(int limit) {
    return waiting().entrySet().stream()
        .sorted(BY_URGENCY)
        .limit(limit)
        .map(Map.Entry::getKey)
        .toList();
  }

  long firstPending() {
    NavigableMap<Long, Entry> waiting = waiting();
    return waiting.isEmpty() ? next : waiting.firstKey();
  }

  private NavigableMap<Long, Entry> waiting() {
    NavigableMap<Long, Entry> all = new TreeMap<>();
    if (base != null) {
      all.putAll(base.waiting.tailMap(first));
      all.keySet().removeAll(entries.keySet());
    }
    all.putAll(waiting.tailMap(first));
    return all;
  }

  BoxStats stats() {
    return new BoxStats(first, next, waiting().size(), unread);
  }

  /** Makes the changes its own. */
  void take(MemoryBox changes) {
    changes.entries.forEach(
        (position, entry) -> {
          entries.put(position, entry);
          waiting.remove(position);
        });
    waiting.putAll(changes.waiting);
    first = changes.first;
    next = changes.next;
    unread = changes.unread;
    entries.headMap(first).clear();
    waiting.headMap(first).clear();
  }
}
