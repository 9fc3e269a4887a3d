package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.State;
import java.util.Arrays;

/**
 * What is read first of a box and rewritten by every commit that touches it: its counts and its
 * last page, the one that is not full yet. Live traffic stays within this one key.
 *
 * <pre>
 * varint  first position kept, next position, unread copies
 * three:  varint pending copies of a priority, highest first
 * three:  varint the page below which no sealed page has any of these
 * page    the last one, see {@link Page}; its number and length follow from the next position
 * </pre>
 */
final class Head {
  private static final int RANKS = Rank.ALL.size();

  private long first;
  private long next;
  private long unread;

  /** By rank: pending copies, and after them the low pages. One array, for there are many heads. */
  private final long[] ranked = new long[2 * RANKS];

  private Page tail = new Page();

  long first() {
    return first;
  }

  long next() {
    return next;
  }

  Page tail() {
    return tail;
  }

  /** The number of the last page, the one that is not sealed; possibly empty. */
  int tailPage() {
    return Page.of(next);
  }

  boolean holds(long position) {
    return position >= first && position < next;
  }

  /** Where the copies still kept start within a page. */
  int firstIndexIn(int page) {
    return Math.clamp(first - Page.firstPositionOf(page), 0, Page.ENTRIES_MAX);
  }

  long pending(Priority priority) {
    return ranked[Rank.of(priority)];
  }

  long pending() {
    long all = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      all += ranked[rank];
    }
    return all;
  }

  long unread() {
    return unread;
  }

  /** No sealed page below this one holds a pending copy of that priority. */
  int lowPage(Priority priority) {
    return (int) ranked[RANKS + Rank.of(priority)];
  }

  void raiseLowPage(Priority priority, int page) {
    int at = RANKS + Rank.of(priority);
    ranked[at] = Math.max(ranked[at], page);
  }

  /** Puts the marks past everything where no sealed page has anything pending. */
  void raiseLowPages() {
    for (Priority priority : Rank.ALL) {
      if (pendingSealed(priority) == 0) {
        raiseLowPage(priority, tailPage());
      }
    }
  }

  /** Pending copies of that priority in sealed pages. */
  long pendingSealed(Priority priority) {
    long sealed = pending(priority);
    if (sealed > 0) {
      for (int i = firstIndexIn(tailPage()); i < tail.count(); i++) {
        if (tail.isPending(i, priority)) {
          sealed--;
        }
      }
    }
    return sealed;
  }

  BoxStats stats() {
    return new BoxStats(first, next, pending(), unread);
  }

  /** Counts a copy in state {@code was} out. */
  void discount(State was, Priority priority) {
    if (was.isPending()) {
      ranked[Rank.of(priority)]--;
    }
    if (isUnread(was)) {
      unread--;
    }
  }

  /** Counts a copy in state {@code now} in. */
  void count(State now, Priority priority) {
    if (now.isPending()) {
      ranked[Rank.of(priority)]++;
    }
    if (isUnread(now)) {
      unread++;
    }
  }

  void discountAll() {
    unread = 0;
    Arrays.fill(ranked, 0, RANKS, 0);
  }

  static boolean isUnread(State state) {
    return state.isPending() || state == State.DELIVERED;
  }

  void trimTo(long position) {
    first = position;
  }

  /** Takes the position of a copy just added to the tail. */
  long takePosition() {
    return next++;
  }

  /** Starts an empty last page and hands out the full one. */
  Page seal() {
    Page sealed = tail;
    tail = new Page();
    return sealed;
  }

  void writeTo(Output out) {
    out.varint(first);
    out.varint(next);
    out.varint(unread);
    for (long one : ranked) {
      out.varint(one);
    }
    tail.writeTo(out);
  }

  static Head read(byte[] value) {
    Input in = new Input(value);
    Head head = readCounts(in);
    head.tail = Page.read(in, Page.indexOf(head.next));
    return head;
  }

  /** Without the last page: enough for statistics. */
  static Head readCounts(byte[] value) {
    return readCounts(new Input(value));
  }

  private static Head readCounts(Input in) {
    Head head = new Head();
    head.first = in.varint();
    head.next = in.varint();
    head.unread = in.varint();
    for (int i = 0; i < head.ranked.length; i++) {
      head.ranked[i] = in.varint();
    }
    return head;
  }
}
