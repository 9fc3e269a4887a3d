package dev.parley.doors.ws;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Takes the mask off what a client sent, and tells on the way whether it is plain ASCII. */
final class Masking {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private Masking() {}

  /**
   * Unmasks in place.
   *
   * @return whether every byte is below 128, so that nobody has to look whether it is valid UTF-8
   */
  static boolean remove(byte[] bytes, int from, int length, int mask) {
    long wide = ((long) mask << 32) | (mask & 0xFFFF_FFFFL);
    long seen = 0;
    int end = from + length;
    int at = from;
    for (; at + 8 <= end; at += 8) {
      long clear = (long) LONGS.get(bytes, at) ^ wide;
      LONGS.set(bytes, at, clear);
      seen |= clear;
    }
    for (int shift = 24; at < end; at++, shift = shift == 0 ? 24 : shift - 8) {
      byte clear = (byte) (bytes[at] ^ (mask >>> shift));
      bytes[at] = clear;
      seen |= clear;
    }
    return (seen & HIGH_BITS) == 0;
  }
}
