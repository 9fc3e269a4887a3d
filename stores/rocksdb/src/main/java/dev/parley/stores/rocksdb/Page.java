package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import dev.parley.core.store.State;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@value #ENTRIES_MAX} neighbouring copies of a box, as columns. Every page but a box's last
 * is full, so a copy's page and place follow from its position.
 *
 * <pre>
 * varint  timestamp of the first copy's message
 * each:   signed  message number, less that of the copy before
 *         octet   state (4 bits) priority (2) has attempts (1) has annotation (1), low to high
 *         varint  attempts, if any
 *         varint  length of the annotation and its UTF-8, if any
 * </pre>
 */
final class Page {
  static final int ENTRIES_MAX = 128;

  private static final int STATE_MASK = 0x0F;
  private static final int PRIORITY_SHIFT = 4;
  private static final int MARK_MASK = 0x3F;
  private static final int HAS_ATTEMPTS = 0x40;
  private static final int HAS_ANNOTATION = 0x80;
  private static final int CAPACITY = 8;

  private int count;
  private long firstTimestamp;
  private long[] numbers;
  private byte[] marks;
  private int[] attempts;
  private byte @Nullable [] @Nullable [] annotations;

  Page() {
    this(CAPACITY);
  }

  private Page(int capacity) {
    numbers = new long[capacity];
    marks = new byte[capacity];
    attempts = new int[capacity];
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
    if (count == numbers.length) {
      grow();
    }
    if (count == 0) {
      firstTimestamp = timestamp;
    }
    numbers[count] = number;
    marks[count] = (byte) (state.code() | (Rank.of(priority) << PRIORITY_SHIFT));
    if (annotation != null) {
      annotate(count, annotation);
    }
    count++;
  }

  private void annotate(int index, byte[] annotation) {
    if (annotations == null) {
      annotations = new byte[numbers.length][];
    }
    annotations[index] = annotation;
  }

  private void grow() {
    int capacity = Math.min(ENTRIES_MAX, numbers.length * 2);
    numbers = Arrays.copyOf(numbers, capacity);
    marks = Arrays.copyOf(marks, capacity);
    attempts = Arrays.copyOf(attempts, capacity);
    if (annotations != null) {
      annotations = Arrays.copyOf(annotations, capacity);
    }
  }

  long number(int index) {
    return numbers[index];
  }

  State state(int index) {
    return State.ofCode(marks[index] & STATE_MASK);
  }

  Priority priority(int index) {
    return Rank.priority((marks[index] >>> PRIORITY_SHIFT) & 3);
  }

  int attempts(int index) {
    return attempts[index];
  }

  byte @Nullable [] annotation(int index) {
    return annotations == null ? null : annotations[index];
  }

  void advance(int index, State next, int attemptsNow) {
    marks[index] = (byte) ((marks[index] & ~STATE_MASK) | next.code());
    attempts[index] = attemptsNow;
  }

  boolean isPending(int index, Priority priority) {
    return priority(index) == priority && state(index).isPending();
  }

  /** The last place of this message here, or -1. */
  int indexOfNumber(long number) {
    for (int i = count - 1; i >= 0; i--) {
      if (numbers[i] == number) {
        return i;
      }
    }
    return -1;
  }

  /** One bit for every priority, by ordinal, that has a pending copy at or after this place. */
  int pendingMask(int fromIndex) {
    int mask = 0;
    for (int i = Math.max(0, fromIndex); i < count; i++) {
      if (state(i).isPending()) {
        mask |= 1 << Rank.of(priority(i));
      }
    }
    return mask;
  }

  /** A rough count, for bounding a cache. */
  int heapBytes() {
    int bytes = 96 + numbers.length * 13;
    if (annotations != null) {
      for (byte[] annotation : annotations) {
        bytes += annotation == null ? 4 : 20 + annotation.length;
      }
    }
    return bytes;
  }

  void writeTo(Output out) {
    out.varint(firstTimestamp);
    long before = 0;
    for (int i = 0; i < count; i++) {
      out.signed(numbers[i] - before);
      before = numbers[i];
      byte[] annotation = annotation(i);
      out.u8(
          marks[i]
              | (attempts[i] == 0 ? 0 : HAS_ATTEMPTS)
              | (annotation == null ? 0 : HAS_ANNOTATION));
      if (attempts[i] != 0) {
        out.varint(attempts[i]);
      }
      if (annotation != null) {
        out.varint(annotation.length);
        out.bytes(annotation);
      }
    }
  }

  static Page read(byte[] value) {
    return read(new Input(value), ENTRIES_MAX);
  }

  static Page read(Input in, int count) {
    Page page = new Page(Math.max(CAPACITY, Integer.highestOneBit(Math.max(1, count) * 2 - 1)));
    page.count = count;
    page.firstTimestamp = in.varint();
    long number = 0;
    for (int i = 0; i < count; i++) {
      number += in.signed();
      page.numbers[i] = number;
      int mark = in.u8();
      page.marks[i] = (byte) (mark & MARK_MASK);
      if ((mark & HAS_ATTEMPTS) != 0) {
        page.attempts[i] = (int) in.varint();
      }
      if ((mark & HAS_ANNOTATION) != 0) {
        page.annotate(i, in.bytes((int) in.varint()));
      }
    }
    return page;
  }
}
