package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what is pending in a box: highest priority first, then oldest first. Looks only into pages
 * that hold some of it, so it costs what it finds, however long the box is.
 */
final class PendingCopies {

  private final Head head;
  private final Pages pages;

  PendingCopies(Head head, Pages pages) {
    this.head = head;
    this.pages = pages;
  }

  List<Place> first(int limit) {
    List<Place> found = new ArrayList<>(Math.min(limit, 64));
    for (Priority priority : Rank.ALL) {
      if (found.size() < limit && head.pending(priority) > 0) {
        find(priority, limit, found);
      }
    }
    return found;
  }

  /** The smallest pending position, or the end of the box. */
  long firstPosition() {
    long smallest = head.next();
    for (Priority priority : Rank.ALL) {
      if (head.pending(priority) > 0) {
        List<Place> oldest = new ArrayList<>(1);
        find(priority, 1, oldest);
        smallest = Math.min(smallest, oldest.getFirst().position());
      }
    }
    return smallest;
  }

  private void find(Priority priority, int limit, List<Place> found) {
    if (head.pendingSealed(priority) > 0) {
      pages.eachWithPending(
          priority,
          head.lowPage(priority),
          number -> {
            collect(number, pages.page(number), priority, limit, found);
            return found.size() < limit;
          });
    }
    collect(head.tailPage(), head.tail(), priority, limit, found);
  }

  private void collect(int number, Page page, Priority priority, int limit, List<Place> found) {
    for (int i = head.firstIndexIn(number); i < page.count() && found.size() < limit; i++) {
      if (page.isPending(i, priority)) {
        found.add(new Place(Page.firstPositionOf(number) + i, page, i));
      }
    }
  }
}
