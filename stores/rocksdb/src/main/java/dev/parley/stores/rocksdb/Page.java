package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import dev.parley.core.store.State;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@value #ENTRIES_MAX} neighbouring copies of a box, one long each. Every page but a box's
 * last is full, so a copy's page and place follow from its position. What is in memory is, but for
 * annotations, what is on disk: heads are written with every commit, so nothing is encoded on the
 * way.
 *
 * <pre>
 * varint  timestamp of the first copy's message
 * each:   8 octets, little-endian; from the lowest bit: state (4 bits), priority (2), has an
 *         annotation (1), attempts (13), message number (44)
 * each that has an annotation: varint length, UTF-8
 * </pre>
 */
final class Page {
  static final int ENTRIES_MAX = 64;

  /** More often pushed is stored as this often. */
  static final int ATTEMPTS_MAX = (1 << 13) - 1;

  private static final int STATE_MASK = 0x0F;
  private static final int PRIORITY_SHIFT = 4;
  private static final int PRIORITY_MASK = 0x03;
  private static final int ANNOTATED = 1 << 6;
  private static final int ATTEMPTS_SHIFT = 7;
  private static final int NUMBER_SHIFT = 20;
  private static final int CAPACITY = 4;

  private int count;
  private long[] entries;
  private long firstTimestamp;
  private byte @Nullable [] @Nullable [] annotations;

  Page() {
    entries = new long[CAPACITY];
  }

  private Page(long[] entries, int count) {
    this.entries = entries;
    this.count = count;
  }

  static int of(long position) {
    return (int) (position / ENTRIES_MAX);
  }

  static int indexOf(long position) {
    return (int) (position % ENTRIES_MAX);
  }

  static long firstPositionOf(int page) {
    return (long) page * ENTRIES_MAX;
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == ENTRIES_MAX;
  }

  /** Of the first copy's message; 0 in an empty page. */
  long firstTimestamp() {
    return firstTimestamp;
  }

  void add(
      long number, long timestamp, State state, Priority priority, byte @Nullable [] annotation) {
    if (count == entries.length) {
      entries = Arrays.copyOf(entries, Math.min(ENTRIES_MAX, count * 2));
    }
    if (count == 0) {
      firstTimestamp = timestamp;
    }
    long entry = number << NUMBER_SHIFT | (long) Rank.of(priority) << PRIORITY_SHIFT | state.code();
    if (annotation != null) {
      entry |= ANNOTATED;
      annotate(count, annotation);
    }
    entries[count++] = entry;
  }

  private void annotate(int index, byte[] annotation) {
    if (annotations == null) {
      annotations = new byte[ENTRIES_MAX][];
    }
    annotations[index] = annotation;
  }

  long number(int index) {
    return entries[index] >>> NUMBER_SHIFT;
  }

  State state(int index) {
    return State.ofCode((int) entries[index] & STATE_MASK);
  }

  Priority priority(int index) {
    return Rank.priority((int) (entries[index] >>> PRIORITY_SHIFT) & PRIORITY_MASK);
  }

  int attempts(int index) {
    return (int) (entries[index] >>> ATTEMPTS_SHIFT) & ATTEMPTS_MAX;
  }

  byte @Nullable [] annotation(int index) {
    return annotations == null ? null : annotations[index];
  }

  void advance(int index, State next, int attempts) {
    long kept = entries[index] & ~(STATE_MASK | (long) ATTEMPTS_MAX << ATTEMPTS_SHIFT);
    long counted = Math.min(attempts, ATTEMPTS_MAX);
    entries[index] = kept | counted << ATTEMPTS_SHIFT | next.code();
  }

  boolean isPending(int index, Priority priority) {
    return state(index).isPending() && priority(index) == priority;
  }

  /** The last place of this message here, or -1. */
  int indexOfNumber(long number) {
    for (int i = count - 1; i >= 0; i--) {
      if (number(i) == number) {
        return i;
      }
    }
    return -1;
  }

  /** One bit for every priority, by its rank, that has a pending copy at or after this place. */
  int pendingMask(int fromIndex) {
    int mask = 0;
    for (int i = fromIndex; i < count; i++) {
      if (state(i).isPending()) {
        mask |= 1 << Rank.of(priority(i));
      }
    }
    return mask;
  }

  /** A rough count, for bounding a cache. */
  int heapBytes() {
    int bytes = 64 + entries.length * Long.BYTES;
    if (annotations != null) {
      for (byte[] annotation : annotations) {
        bytes += annotation == null ? 4 : 20 + annotation.length;
      }
    }
    return bytes;
  }

  void writeTo(Output out) {
    out.varint(firstTimestamp);
    out.longs(entries, count);
    if (annotations != null) {
      for (byte[] annotation : annotations) {
        if (annotation != null) {
          out.varint(annotation.length);
          out.bytes(annotation);
        }
      }
    }
  }

  static Page read(byte[] value) {
    return read(new Input(value), ENTRIES_MAX);
  }

  static Page read(Input in, int count) {
    long firstTimestamp = in.varint();
    long[] entries = new long[Math.max(CAPACITY, count)];
    in.longs(entries, count);
    Page page = new Page(entries, count);
    page.firstTimestamp = firstTimestamp;
    for (int i = 0; i < count; i++) {
      if ((entries[i] & ANNOTATED) != 0) {
        page.annotate(i, in.bytes((int) in.varint()));
      }
    }
    return page;
  }
}
