package dev.parley.core.broker;

import dev.parley.core.message.Envelope;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.MessageStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * Looks back through a box. The work of one call is bounded by what it returns, or, with a filter,
 * by a number of copies looked at; the cursors in the answer say where to go on. Blocking: reader
 * threads only.
 */
final class Histories {
  private static final int LOOKED_AT_MAX = 10_000;

  /**
   * The sender's clock is the hub's, but two event loops may stamp a moment apart: look a little
   * further than asked.
   */
  private static final long CLOCK_SLACK_MILLIS = 1_000;

  private final MessageStore store;

  Histories(MessageStore store) {
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
    Predicate<Copy> wanted = visible.and(copy -> matches(copy, query));
    return query.forward()
        ? forward(box, query, lowest, end, wanted)
        : backward(box, query, lowest, end, wanted);
  }

  private HistoryPage forward(
      BoxId box, HistoryQuery query, long lowest, long end, Predicate<Copy> wanted) {
    List<Copy> found = new ArrayList<>();
    long next = lowest;
    int lookedAt = 0;
    while (found.size() < query.limit() && lookedAt < LOOKED_AT_MAX && next < end) {
      List<Copy> chunk = store.readForward(box, next, query.limit());
      if (chunk.isEmpty()) {
        return page(found, lowest, next - 1, false);
      }
      for (Copy copy : chunk) {
        if (copy.position() >= end || found.size() == query.limit()) {
          break;
        }
        lookedAt++;
        next = copy.position() + 1;
        if (wanted.test(copy)) {
          found.add(copy);
        }
      }
    }
    return page(found, lowest, next - 1, next < Math.min(end, store.stats(box).next()));
  }

  private HistoryPage backward(
      BoxId box, HistoryQuery query, long lowest, long end, Predicate<Copy> wanted) {
    List<Copy> found = new ArrayList<>();
    long below = end;
    long newest = -1;
    int lookedAt = 0;
    boolean more = true;
    while (found.size() < query.limit() && lookedAt < LOOKED_AT_MAX && more) {
      List<Copy> chunk = store.readBackward(box, below, query.limit());
      more = !chunk.isEmpty();
      for (Copy copy : chunk) {
        if (copy.position() < lowest) {
          more = false;
          break;
        }
        if (found.size() == query.limit()) {
          break;
        }
        lookedAt++;
        newest = Math.max(newest, copy.position());
        below = copy.position();
        if (wanted.test(copy)) {
          found.add(copy);
        }
      }
    }
    Collections.reverse(found);
    boolean further = more && below > Math.max(lowest, store.stats(box).first());
    return page(found, newest < 0 ? -1 : below, newest, further);
  }

  private static HistoryPage page(List<Copy> found, long before, long after, boolean more) {
    return new HistoryPage(List.copyOf(found), before, after, more);
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
