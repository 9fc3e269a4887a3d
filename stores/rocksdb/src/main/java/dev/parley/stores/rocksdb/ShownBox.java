package dev.parley.stores.rocksdb;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A box as a {@link View} shows it. */
final class ShownBox {
  /** Bodies read in one go: all of a usual answer, and not too much of one that is cut off. */
  private static final int STEP = 64;

  private final View view;
  private final BoxId id;
  private final Head head;
  private final Pages pages;
  private final Map<Integer, Page> seen = new HashMap<>();

  ShownBox(View view, BoxId id, int number, Head head) {
    this.view = view;
    this.id = id;
    this.head = head;
    this.pages = view.pagesOf(number, head);
  }

  Head head() {
    return head;
  }

  Pages pages() {
    return pages;
  }

  /** Where a position that the box holds is. */
  Place place(long position) {
    Page page = seen.computeIfAbsent(Page.of(position), pages::page);
    return new Place(position, page, Page.indexOf(position));
  }

  /** As many of them as may be read at once, at least one. */
  List<Copy> firstCopies(List<Place> places) {
    List<Copy> first = new ArrayList<>();
    int bytes = 0;
    while (first.size() < places.size() && bytes < MessageStore.READ_BYTES_MAX) {
      int from = first.size();
      List<Copy> some = copies(places.subList(from, Math.min(from + STEP, places.size())));
      for (int i = 0; i < some.size() && bytes < MessageStore.READ_BYTES_MAX; i++) {
        first.add(some.get(i));
        bytes += some.get(i).message().json().length;
      }
    }
    return first;
  }

  List<Copy> copies(List<Place> places) {
    List<Long> numbers = new ArrayList<>(places.size());
    for (Place place : places) {
      numbers.add(place.number());
    }
    List<byte[]> bodies = view.bodies(numbers);
    List<Copy> copies = new ArrayList<>(places.size());
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      byte[] body = bodies.get(i);
      copies.add(place.toCopy(id, Body.message(place.number(), new Input(body))));
    }
    return copies;
  }

  /**
   * Halves the pages by the timestamp each begins with, then that page by its messages'. A box is
   * filled in the order of time, give or take what was stamped at the same moment.
   */
  long positionAtOrAfter(long unixMillis) {
    int low = Page.of(head.first());
    if (head.first() < head.next() && pages.page(low).firstTimestamp() >= unixMillis) {
      return head.first();
    }
    int high = head.tail().count() > 0 ? head.tailPage() : head.tailPage() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (pages.page(middle).firstTimestamp() < unixMillis) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    long from = Math.max(head.first(), Page.firstPositionOf(low));
    long to = Math.min(head.next(), Page.firstPositionOf(low + 1));
    while (from < to) {
      long middle = (from + to) >>> 1;
      if (view.timestampOf(place(middle).number()) < unixMillis) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
