package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.State;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A box at the writer's hand: its head, and the sealed pages the open commit has looked into. Those
 * changed are written when the commit is, and forgotten with it.
 */
final class OpenBox implements Pages {
  private static final byte[] NOTHING = {};
  private static final NavigableMap<Integer, Sealed> NONE = Collections.emptyNavigableMap();
  private static final int OVERHEAD_BYTES = 256;

  private final Engine engine;
  private final BoxId id;
  private final int nameBytes;
  private final int number;
  private final Head head;
  private NavigableMap<Integer, Sealed> sealed = NONE;
  private long firstDurable;
  private boolean changed;
  private boolean inUse;
  private long usedAt;
  private int heapBytes;

  private OpenBox(Engine engine, BoxId id, int number, Head head) {
    this.engine = engine;
    this.id = id;
    this.nameBytes = 2 * id.name().length();
    this.number = number;
    this.head = head;
    this.firstDurable = head.first();
  }

  /** A box that is new with the open commit. */
  static OpenBox create(Engine engine, BoxId id, int number) {
    OpenBox box = new OpenBox(engine, id, number, new Head());
    box.changed = true;
    return box;
  }

  static OpenBox load(Engine engine, BoxId id, int number) {
    byte[] value = engine.get(Family.BOXES, Keys.head(number));
    return new OpenBox(engine, id, number, value == null ? new Head() : Head.read(value));
  }

  BoxId id() {
    return id;
  }

  int number() {
    return number;
  }

  Head head() {
    return head;
  }

  BoxStats stats() {
    return head.stats();
  }

  boolean isChanged() {
    return changed;
  }

  /** Marks it as belonging to the open commit; true the first time. */
  boolean use(long commit) {
    boolean first = !inUse;
    inUse = true;
    usedAt = commit;
    return first;
  }

  /** The last commit it belonged to. */
  long usedAt() {
    return usedAt;
  }

  /** Roughly, as of the last time it was settled. */
  int heapBytes() {
    return heapBytes;
  }

  long append(
      long message, long timestamp, State state, Priority priority, byte @Nullable [] annotation) {
    changed = true;
    head.tail().add(message, timestamp, state, priority, annotation);
    head.count(state, priority);
    long position = head.takePosition();
    if (head.tail().isFull()) {
      Sealed page = new Sealed(head.seal(), 0);
      page.changed = true;
      hold(Page.of(position), page);
    }
    return position;
  }

  @Nullable State stateOf(long position) {
    return head.holds(position) ? page(Page.of(position)).state(Page.indexOf(position)) : null;
  }

  @Nullable State advance(long position, State next, int attempts) {
    if (!head.holds(position)) {
      return null;
    }
    int number = Page.of(position);
    int index = Page.indexOf(position);
    Page page = page(number);
    State was = page.state(index);
    if (!was.mayBecome(next)) {
      return null;
    }
    int attemptsNow = attempts < 0 ? page.attempts(index) : attempts;
    if (was == next && attemptsNow == page.attempts(index)) {
      return was;
    }
    page.advance(index, next, attemptsNow);
    head.discount(was, page.priority(index));
    head.count(next, page.priority(index));
    changed = true;
    Sealed touched = sealed.get(number);
    if (touched != null) {
      touched.changed = true;
    }
    return was;
  }

  /** The position of the newest copy of this message in the last page, or -1. */
  long positionInTail(long message) {
    int index = head.tail().indexOfNumber(message);
    return index < 0 ? -1 : Page.firstPositionOf(head.tailPage()) + index;
  }

  @Override
  public Page page(int page) {
    if (page == head.tailPage()) {
      return head.tail();
    }
    Sealed held = sealed.get(page);
    return held == null ? hold(page, read(page)).page : held.page;
  }

  private Sealed hold(int page, Sealed held) {
    if (sealed.isEmpty()) {
      sealed = new TreeMap<>();
    }
    sealed.put(page, held);
    return held;
  }

  @Override
  public void eachWithPending(Priority priority, int fromPage, IntPredicate goOn) {
    boolean[] stopped = {false};
    int[] last = {fromPage - 1};
    engine.eachPageWithPending(
        null,
        number,
        priority,
        fromPage,
        page -> {
          last[0] = page;
          stopped[0] = !goOn.test(page);
          return !stopped[0];
        });
    if (!stopped[0]) {
      // Those sealed by the open commit are not in the engine's index, and newer than all that are.
      for (int page : sealed.tailMap(last[0], false).keySet()) {
        if (!goOn.test(page)) {
          return;
        }
      }
    }
  }

  /** Forgets the copies before this position; what that takes beside the head goes to the batch. */
  void trim(long before, Batch batch) {
    long to = Math.min(before, head.next());
    if (to <= head.first()) {
      return;
    }
    changed = true;
    if (to == head.next()) {
      forgetAllPending(batch);
    } else if (head.unread() > 0) {
      discount(head.first(), to);
    }
    head.trimTo(to);
    for (Priority priority : Rank.ALL) {
      head.raiseLowPage(priority, Page.of(to));
    }
    batch.put(Family.BOXES, Keys.trimmed(number, to), NOTHING);
  }

  private void forgetAllPending(Batch batch) {
    for (Priority priority : Rank.ALL) {
      if (head.pending(priority) > 0) {
        engine.eachPageWithPending(
            null,
            number,
            priority,
            head.lowPage(priority),
            page -> {
              batch.delete(Family.BOXES, Keys.pending(number, priority, page));
              return true;
            });
      }
    }
    head.discountAll();
  }

  private void discount(long from, long to) {
    for (int number = Page.of(from); number <= Page.of(to - 1); number++) {
      Sealed fresh = null;
      Page page;
      if (number == head.tailPage()) {
        page = head.tail();
      } else {
        Sealed held = sealed.get(number);
        fresh = held == null ? read(number) : held;
        page = fresh.page;
      }
      long start = Page.firstPositionOf(number);
      int end = (int) Math.min(page.count(), to - start);
      for (int i = head.firstIndexIn(number); i < end; i++) {
        head.discount(page.state(i), page.priority(i));
      }
      if (fresh != null && fresh.pendingBefore != 0) {
        hold(number, fresh); // its place in the index of pending pages may have to go
      }
    }
  }

  private Sealed read(int page) {
    byte[] value = engine.get(Family.BOXES, Keys.page(number, page));
    if (value == null) {
      throw engine.missingPage(number, page);
    }
    Page read = Page.read(value);
    long kept = firstDurable - Page.firstPositionOf(page);
    return new Sealed(read, read.pendingMask(Math.clamp(kept, 0, Page.ENTRIES_MAX)));
  }

  /** Writes the sealed pages that changed. */
  void writePages(Batch batch, Output scratch) {
    sealed.forEach(
        (page, entry) -> {
          if (entry.changed) {
            scratch.clear();
            entry.page.writeTo(scratch);
            batch.put(Family.BOXES, Keys.page(number, page), scratch);
          }
          index(page, entry, batch);
        });
  }

  /** Writes the head; after {@link #writePages}, which may move its marks. */
  void writeHead(Batch batch, Output scratch) {
    head.raiseLowPages();
    scratch.clear();
    head.writeTo(scratch);
    batch.put(Family.BOXES, Keys.head(number), scratch);
  }

  private void index(int page, Sealed entry, Batch batch) {
    int pendingNow = entry.page.pendingMask(head.firstIndexIn(page));
    for (Priority priority : Rank.ALL) {
      int bit = 1 << Rank.of(priority);
      if ((pendingNow & bit) != 0 && (entry.pendingBefore & bit) == 0) {
        batch.put(Family.BOXES, Keys.pending(number, priority, page), NOTHING);
      } else if ((pendingNow & bit) == 0 && (entry.pendingBefore & bit) != 0) {
        batch.delete(Family.BOXES, Keys.pending(number, priority, page));
        if (page == head.lowPage(priority)) {
          head.raiseLowPage(priority, page + 1);
        }
      }
    }
  }

  /** The commit it was used in is over; if it was changed, that is durable now. */
  void settle() {
    sealed = NONE;
    firstDurable = head.first();
    changed = false;
    inUse = false;
    heapBytes = OVERHEAD_BYTES + nameBytes + head.tail().heapBytes();
  }

  private static final class Sealed {
    final Page page;

    /** Which priorities the index of pending pages has it under; see {@link Page#pendingMask}. */
    final int pendingBefore;

    boolean changed;

    Sealed(Page page, int pendingBefore) {
      this.page = page;
      this.pendingBefore = pendingBefore;
    }
  }
}
