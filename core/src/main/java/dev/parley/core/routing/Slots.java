package dev.parley.core.routing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of fixed capacity, open addressing, that is read without a lock while one writer
 * changes it.
 *
 * <p>A slot is a tag, the element's hash, and the element. The tags lie together, so that passing
 * over a stranger costs no look at the stranger itself. A removal takes the element and leaves the
 * tag: a reader on its way to a later slot must never meet a gap that was not there when that slot
 * was filled. For the same reason nothing is ever moved within a table; a table that is too full or
 * too empty is replaced by a copy of what lives in it.
 */
class Slots<E> {

  static final int CAPACITY_MIN = 4;

  private static final VarHandle TAG = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);
  private static final int NEVER_USED = 0;

  private final int[] tags;
  private final @Nullable Object[] elements;

  // Only the writer looks at these.
  private int tagged;
  private int living;

  Slots(int capacity) {
    tags = new int[capacity];
    elements = new Object[capacity];
  }

  /** The first slot whose element may have this hash, or -1. */
  final int first(int hash) {
    int tag = tagOf(hash);
    return seek(tag, tag);
  }

  /** The next one after such a slot, or -1. */
  final int next(int hash, int slot) {
    return seek(tagOf(hash), slot + 1);
  }

  private int seek(int tag, int from) {
    int mask = tags.length - 1;
    for (int slot = from & mask; ; slot = (slot + 1) & mask) {
      int found = (int) TAG.getVolatile(tags, slot);
      if (found == tag) {
        return slot;
      }
      if (found == NEVER_USED) {
        return -1;
      }
    }
  }

  /** The element in the slot, or null when it was removed or is about to arrive. */
  @SuppressWarnings("unchecked") // only E go in
  final @Nullable E element(int slot) {
    return (E) ELEMENT.getVolatile(elements, slot);
  }

  final int capacity() {
    return elements.length;
  }

  final boolean isEmpty() {
    return living == 0;
  }

  /** Whether one more would leave readers too few gaps to stop at. */
  final boolean isFull() {
    return 4 * (tagged + 1) > 3 * capacity();
  }

  final boolean isSparse() {
    return capacity() > CAPACITY_MIN && 8 * living < capacity();
  }

  /** The capacity of a copy with room to grow. */
  final int capacityOfCopy() {
    return Math.max(CAPACITY_MIN, Integer.highestOneBit(Math.max(1, 4 * living - 1)));
  }

  /** The element must not be in the table, and the table must not be full. */
  final void put(int hash, E element) {
    int tag = tagOf(hash);
    int mask = capacity() - 1;
    int slot = tag & mask;
    while (elements[slot] != null) {
      slot = (slot + 1) & mask;
    }
    if (tags[slot] == NEVER_USED) {
      tagged++;
    }
    living++;
    // In this order: with the old tag still there, the new element would be seen as what it is not.
    TAG.setVolatile(tags, slot, tag);
    ELEMENT.setVolatile(elements, slot, element);
  }

  final void clear(int slot) {
    ELEMENT.setVolatile(elements, slot, null);
    living--;
  }

  final void putAll(Slots<E> other) {
    for (int slot = 0; slot < other.capacity(); slot++) {
      E element = other.element(slot);
      if (element != null) {
        put(other.tags[slot], element);
      }
    }
  }

  private static int tagOf(int hash) {
    return hash == NEVER_USED ? 1 : hash;
  }
}
