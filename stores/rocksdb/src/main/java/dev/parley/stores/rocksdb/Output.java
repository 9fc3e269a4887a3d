package dev.parley.stores.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing row of bytes. Numbers are big-endian, or varints of seven bits an octet, low first. */
final class Output {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle FOUR_BYTES =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int length;

  Output(int capacity) {
    bytes = new byte[capacity];
  }

  /** The bytes written so far are at the front of this array, which the next write may replace. */
  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  void u8(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  void u32(int value) {
    room(4);
    FOUR_BYTES.set(bytes, length, value);
    length += 4;
  }

  void u64(long value) {
    room(8);
    EIGHT_BYTES.set(bytes, length, value);
    length += 8;
  }

  void varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** A varint for numbers of either sign that are mostly near zero. */
  void signed(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  /** Eight octets each, little-endian: as they lie in the memory of most machines. */
  void longs(long[] source, int count) {
    room(count * Long.BYTES);
    ByteBuffer.wrap(bytes, length, count * Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .put(source, 0, count);
    length += count * Long.BYTES;
  }

  void bytes(byte[] source) {
    bytes(source, 0, source.length);
  }

  void bytes(byte[] source, int from, int count) {
    room(count);
    System.arraycopy(source, from, bytes, length, count);
    length += count;
  }

  private void room(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, count)));
    }
  }
}
