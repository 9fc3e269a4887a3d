package dev.parley.core.history;

import dev.parley.core.message.Envelope;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * Looks back through a box. The work of one call is bounded by what it returns, in number and in
 * bytes, or, with a filter, by a number of copies looked at; the cursors in the answer say where to
 * go on. Blocking: reader threads only.
 */
public final class Histories {
  private static final int LOOKED_AT_MAX = 10_000;
  private static final int CHUNK_MIN = 128;

  /**
   * The sender's clock is the hub's, but two event loops may stamp a moment apart: look a little
   * further than asked.
   */
  private static final long CLOCK_SLACK_MILLIS = 1_000;

  private final MessageStore store;

  public Histories(MessageStore store) {
    this.store = store;
  }

  HistoryPage page(BoxId box, HistoryQuery query, Predicate<Copy> visible) {
    long lowest = Math.max(query.after() + 1, 0);
    if (query.fromTime() > 0) {
      lowest =
          Math.max(lowest, store.positionAtOrAfter(box, query.fromTime() - CLOCK_SLACK_MILLIS));
    }
    long end = query.before();
    if (query.toTime() < Long.MAX_VALUE - CLOCK_SLACK_MILLIS) {
      end = Math.min(end, store.positionAtOrAfter(box, query.toTime() + CLOCK_SLACK_MILLIS + 1));
    }
    Walk walk = new Walk(query, visible.and(copy -> matches(copy, query)));
    if (query.forward()) {
      forward(box, walk, lowest, end);
    } else {
      backward(box, walk, lowest, end);
    }
    return walk.page(query);
  }

  private void forward(BoxId box, Walk walk, long lowest, long end) {
    long next = lowest;
    boolean goOn = true;
    while (goOn && next < end) {
      List<Copy> copies = store.readForward(box, next, walk.chunk());
      goOn = !copies.isEmpty();
      for (int i = 0; goOn && i < copies.size(); i++) {
        goOn = copies.get(i).position() < end && walk.goesOn(copies.get(i));
        next = copies.get(i).position() + 1;
      }
    }
  }

  private void backward(BoxId box, Walk walk, long lowest, long end) {
    long below = end;
    boolean goOn = true;
    while (goOn && below > lowest) {
      List<Copy> copies = store.readBackward(box, below, walk.chunk());
      goOn = !copies.isEmpty();
      for (int i = 0; goOn && i < copies.size(); i++) {
        goOn = copies.get(i).position() >= lowest && walk.goesOn(copies.get(i));
        below = copies.get(i).position();
      }
    }
  }

  /** What has been found, and what has been looked at, in the order it is met. */
  private static final class Walk {
    private final int limit;
    private final Predicate<Copy> wanted;
    private final List<Copy> found = new ArrayList<>();
    private int lookedAt;
    private int bytes;
    private long first = -1;
    private long last = -1;
    private boolean more;

    Walk(HistoryQuery query, Predicate<Copy> wanted) {
      this.limit = query.limit();
      this.wanted = wanted;
    }

    /**
     * How many to read: at first one more than wanted, for it says whether there is more; once a
     * filter has left gaps, more at a time.
     */
    int chunk() {
      return lookedAt == 0 ? limit + 1 : Math.max(limit + 1, CHUNK_MIN);
    }

    /** Looks at a copy; false when that was enough. */
    boolean goesOn(Copy copy) {
      boolean fits = wanted.test(copy);
      if (lookedAt == LOOKED_AT_MAX || (fits && isFull())) {
        more = true;
        return false;
      }
      lookedAt++;
      first = first < 0 ? copy.position() : first;
      last = copy.position();
      if (fits) {
        found.add(copy);
        bytes += copy.message().json().length;
      }
      return true;
    }

    private boolean isFull() {
      return found.size() == limit || bytes >= MessageStore.READ_BYTES_MAX;
    }

    HistoryPage page(HistoryQuery query) {
      if (query.forward()) {
        // Having met nothing, one goes on from where one stood.
        return new HistoryPage(List.copyOf(found), first, Math.max(last, query.after()), more);
      }
      Collections.reverse(found);
      return new HistoryPage(List.copyOf(found), last, first, more);
    }
  }

  private static boolean matches(Copy copy, HistoryQuery query) {
    long timestamp = copy.message().timestamp();
    if (timestamp < query.fromTime() || timestamp > query.toTime()) {
      return false;
    }
    if (!query.hasFilter()) {
      return true;
    }
    Envelope envelope = Envelope.parse(copy.message().json());
    return (query.from() == null || query.from().equals(envelope.from()))
        && (query.type() == null || query.type().equals(envelope.type()))
        && (query.conversationId() == null
            || query.conversationId().equals(envelope.conversationId()));
  }
}
