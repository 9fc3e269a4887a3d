package dev.parley.stores.rocksdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads what {@link Output} wrote. */
final class Input {
  private final byte[] bytes;
  private final int end;
  private int at;

  Input(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  Input(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  int at() {
    return at;
  }

  boolean isMore() {
    return at < end;
  }

  int u8() {
    return bytes[at++] & 0xFF;
  }

  int u32() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = (value << 8) | u8();
    }
    return value;
  }

  long u64() {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = (value << 8) | u8();
    }
    return value;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte octet = bytes[at++];
      value |= (octet & 0x7FL) << shift;
      if (octet >= 0) {
        return value;
      }
    }
  }

  long signed() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  void longs(long[] target, int count) {
    ByteBuffer.wrap(bytes, at, count * Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(target, 0, count);
    at += count * Long.BYTES;
  }

  byte[] bytes(int count) {
    byte[] part = Arrays.copyOfRange(bytes, at, at + count);
    at += count;
    return part;
  }

  byte[] rest() {
    return bytes(end - at);
  }
}
