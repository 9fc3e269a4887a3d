package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Those of the ids that senders chose which name the latest times, so that a message with a fresh
 * one costs no read, and one that was just sent is found again. It may remember ids of commits that
 * did not happen, so what it says of a number is compared with the message. Committer thread only.
 */
final class RecentIds {
  static final int REMEMBERED_MAX = 1 << 15;

  /** So that whoever looks for an id of a span reads no more than these. */
  static final int PAGES_MAX = 128;

  private final TreeMap<Long, Span> spans = new TreeMap<>();
  private int remembered;

  /** Ids of later spans are in no page unless they are remembered. */
  private long floor;

  private static final class Span {
    final Map<MessageId, Long> numbers = new HashMap<>();
    int pages;
  }

  /**
   * @param floor the latest span that has a page
   */
  RecentIds(long floor) {
    this.floor = floor;
  }

  /** Is it certain that no page has this id? */
  boolean isInNoPage(MessageId id) {
    long span = GivenIds.spanOf(id);
    Span known = spans.get(span);
    return span > floor && (known == null || !known.numbers.containsKey(id));
  }

  /** The number it was stored under, if that commit happened; null when it is not remembered. */
  @Nullable Long numberOf(MessageId id) {
    Span span = spans.get(GivenIds.spanOf(id));
    return span == null ? null : span.numbers.get(id);
  }

  /** May there be another page of this span? One for it is counted then. */
  boolean takesPage(long span) {
    if (span <= floor) {
      return false;
    }
    Span open = spans.computeIfAbsent(span, _ -> new Span());
    return open.pages < PAGES_MAX && ++open.pages > 0;
  }

  /** Of a span that has taken a page. */
  void add(MessageId id, long number) {
    Span span = spans.get(GivenIds.spanOf(id));
    if (span != null && span.numbers.put(id, number) == null) {
      remembered++;
    }
  }

  /** Forgets the earliest; only between commits, so that what a commit has begun stays known. */
  void forget() {
    while (remembered > REMEMBERED_MAX) {
      Map.Entry<Long, Span> earliest = spans.pollFirstEntry();
      remembered -= earliest.getValue().numbers.size();
      floor = earliest.getKey();
    }
  }
}
