package dev.parley.core.history;

import dev.parley.core.store.Copy;
import java.util.List;

/**
 * Copies, oldest first.
 *
 * @param before cursor of the oldest copy looked at: page back with it; -1 when nothing was looked
 *     at
 * @param after cursor of the newest copy looked at: page on with it; when nothing was looked at,
 *     the cursor that was asked with, or -1
 * @param more is there anything further in the direction that was read?
 */
public record HistoryPage(List<Copy> copies, long before, long after, boolean more) {

  boolean isEmpty() {
    return copies.isEmpty() && !more;
  }

  HistoryPage withAfter(long cursor) {
    return new HistoryPage(copies, before, cursor, more);
  }
}
