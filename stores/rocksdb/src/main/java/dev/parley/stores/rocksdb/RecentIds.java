package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The newest of the ids that senders have chosen, so that a message with a fresh one costs no read:
 * clients make ids that grow with time, and an id above every one that is not remembered here is
 * known to be new. It may remember ids of commits that did not happen; then the engine is asked.
 * Committer thread only.
 */
final class RecentIds {
  static final int REMEMBERED_MAX = 1 << 15;

  private final Set<MessageId> newest = new HashSet<>();
  private final MessageId[] inOrder = new MessageId[REMEMBERED_MAX];
  private int next;

  /** No id above this one is stored unless it is among the newest. */
  private @Nullable MessageId floor;

  /**
   * @param highest of all ids stored so far, or null when there is none
   */
  RecentIds(@Nullable MessageId highest) {
    this.floor = highest;
  }

  boolean isNew(MessageId id) {
    return (floor == null || id.compareTo(floor) > 0) && !newest.contains(id);
  }

  void add(MessageId id) {
    if (!newest.add(id)) {
      return;
    }
    MessageId oldest = inOrder[next];
    if (oldest != null) {
      newest.remove(oldest);
      floor = floor == null || oldest.compareTo(floor) > 0 ? oldest : floor;
    }
    inOrder[next] = id;
    next = (next + 1) % REMEMBERED_MAX;
  }
}
