package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import java.util.Arrays;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Snapshot;

/**
 * Pages of ids that senders chose, so that such an id does not cost a key of its own. Clients make
 * ids of the time at which they send, so those that come in one commit are near each other: they
 * are kept by the span of time they name and by the number of the first message, and whoever looks
 * for one reads the few pages of its span. Written once and never changed (docs/adr/0068).
 *
 * <pre>
 * each:  4       the lower half of the id's high word; the key has the rest
 *        8       the id's low word
 *        varint  number, above that in the key
 * </pre>
 *
 * <p>An entry may outlive its message; then it leads to none. Any thread.
 */
final class GivenIds {
  static final int ENTRIES_MAX = 64;

  /** 16 milliseconds: an id is looked for among all of one span. */
  private static final int SPAN_SHIFT = 16 + 4;

  private static final int VERSION_SHIFT = 12;
  private static final int BY_TIME = 7;

  private GivenIds() {}

  /** The span of time that an id names, if it names one. */
  static long spanOf(MessageId id) {
    return id.high() >>> SPAN_SHIFT;
  }

  /** Does this id name a time, and one no further than that from another? */
  static boolean isNear(MessageId id, long unixMillis, long millisMax) {
    return namesTime(id) && Math.abs((id.high() >>> 16) - unixMillis) <= millisMax;
  }

  private static boolean namesTime(MessageId id) {
    return ((id.high() >>> VERSION_SHIFT) & 0xF) == BY_TIME;
  }

  static void write(MessageId id, long above, Output page) {
    page.u32((int) id.high());
    page.u64(id.low());
    page.varint(above);
  }

  /** The number of the newest message that was stored with this id, or -1. */
  static long numberOf(Engine engine, @Nullable Snapshot as, MessageId id) {
    long found = -1;
    if (!namesTime(id)) {
      return found;
    }
    byte[] from = Keys.givenIds(spanOf(id), 0);
    byte[] before = Keys.givenIds(spanOf(id) + 1, 0);
    try (Cursor pages = engine.cursor(as, Family.BOXES, from, before)) {
      for (; pages.isAtKey(); pages.next()) {
        long first = Keys.numberOf(pages.key());
        Input in = new Input(pages.value());
        while (in.isMore()) {
          int high = in.u32();
          long low = in.u64();
          long number = first + in.varint();
          found = high == (int) id.high() && low == id.low() ? number : found;
        }
      }
    }
    return found;
  }

  /** The key of the page that has this message, or null. */
  static byte @Nullable [] pageOf(Engine engine, MessageId id, long number) {
    byte[] from = Keys.givenIds(spanOf(id), 0);
    byte[] before = Keys.givenIds(spanOf(id) + 1, 0);
    try (Cursor pages = engine.cursor(null, Family.BOXES, from, before)) {
      pages.seekBackward(Keys.givenIds(spanOf(id), number));
      // No two pages of a span overlap: one was full, or its commit over, before the next began.
      byte[] key = pages.isAtKey() ? pages.key() : null;
      return key != null
              && Arrays.compare(key, from) >= 0
              && anyOf(Keys.numberOf(key), pages.value(), each -> each == number)
          ? key
          : null;
    }
  }

  /** Is this so of any message of a page? The newest is asked first: it is the last to go. */
  static boolean anyOf(long first, byte[] page, LongPredicate test) {
    long[] numbers = new long[ENTRIES_MAX];
    int count = 0;
    for (Input in = new Input(page); in.isMore(); count++) {
      in.u32();
      in.u64();
      numbers[count] = first + in.varint();
    }
    while (count > 0) {
      if (test.test(numbers[--count])) {
        return true;
      }
    }
    return false;
  }
}
