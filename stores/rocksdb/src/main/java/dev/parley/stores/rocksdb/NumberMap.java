package dev.parley.stores.rocksdb;

import java.util.Arrays;

/** From message numbers to small integers, without an object an entry. Numbers are not negative. */
final class NumberMap {
  static final int NONE = -1;
  private static final int CAPACITY = 2_048;
  private static final int CAPACITY_KEPT = 1 << 16;
  private static final long FREE = -1;

  private long[] numbers = free(CAPACITY);
  private int[] values = new int[CAPACITY];
  private int count;

  void put(long number, int value) {
    if (2 * (count + 1) > numbers.length) {
      grow();
    }
    int slot = slotOf(number);
    if (numbers[slot] == FREE) {
      count++;
    }
    numbers[slot] = number;
    values[slot] = value;
  }

  int get(long number) {
    int slot = slotOf(number);
    return numbers[slot] == FREE ? NONE : values[slot];
  }

  void clear() {
    if (numbers.length > CAPACITY_KEPT) {
      numbers = free(CAPACITY);
      values = new int[CAPACITY];
    } else if (count > 0) {
      Arrays.fill(numbers, FREE);
    }
    count = 0;
  }

  /** Running numbers fill neighbouring slots, so their low bits are hash enough. */
  private int slotOf(long number) {
    int mask = numbers.length - 1;
    int slot = (int) number & mask;
    while (numbers[slot] != FREE && numbers[slot] != number) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldNumbers = numbers;
    int[] oldValues = values;
    numbers = free(oldNumbers.length * 2);
    values = new int[numbers.length];
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] != FREE) {
        int slot = slotOf(oldNumbers[i]);
        numbers[slot] = oldNumbers[i];
        values[slot] = oldValues[i];
      }
    }
  }

  private static long[] free(int capacity) {
    long[] numbers = new long[capacity];
    Arrays.fill(numbers, FREE);
    return numbers;
  }
}
