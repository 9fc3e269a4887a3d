package dev.parley.core.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Running numbers as strangers see them: each number below 2^44 stands for another one, in an order
 * that nobody can tell who does not have the key. Whoever has two ids or cursors does not learn how
 * much was said between them.
 *
 * <p>A Feistel network of eight rounds over two halves of 22 bits, whose round function is
 * SipHash-1-3. It takes some tens of nanoseconds, either way. Any thread.
 */
public final class HiddenNumbers {
  public static final int KEY_BYTES = 16;

  private static final int HALF_BITS = 22;
  private static final int HALF = (1 << HALF_BITS) - 1;
  private static final int ROUNDS = 8;

  private final long first;
  private final long second;

  private HiddenNumbers(long first, long second) {
    this.first = first;
    this.second = second;
  }

  /**
   * @param key {@link #KEY_BYTES} of them
   */
  public static HiddenNumbers of(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key of " + key.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(key);
    return new HiddenNumbers(in.getLong(), in.getLong());
  }

  /** With a key that nobody knows. */
  public static HiddenNumbers random() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return of(key);
  }

  /** With the key that follows from a secret; the same for all who have it. */
  public static HiddenNumbers from(String secret) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(("numbers of " + secret).getBytes(StandardCharsets.UTF_8));
      return of(Arrays.copyOf(hash, KEY_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  public byte[] key() {
    return ByteBuffer.allocate(KEY_BYTES).putLong(first).putLong(second).array();
  }

  /** What stands for that number. */
  public long hide(long number) {
    int left = (int) (number >>> HALF_BITS) & HALF;
    int right = (int) number & HALF;
    for (int round = 0; round < ROUNDS; round++) {
      int mixed = left ^ mixed(round, right);
      left = right;
      right = mixed;
    }
    return (long) left << HALF_BITS | right;
  }

  /** The number that this one stands for. */
  public long reveal(long hidden) {
    int left = (int) (hidden >>> HALF_BITS) & HALF;
    int right = (int) hidden & HALF;
    for (int round = ROUNDS - 1; round >= 0; round--) {
      int before = right ^ mixed(round, left);
      right = left;
      left = before;
    }
    return (long) left << HALF_BITS | right;
  }

  /** SipHash-1-3 of the round and one half. */
  private int mixed(int round, int half) {
    long word = (long) round << HALF_BITS | half;
    long a = first ^ 0x736f6d6570736575L;
    long b = second ^ 0x646f72616e646f6dL;
    long c = first ^ 0x6c7967656e657261L;
    long d = second ^ 0x7465646279746573L ^ word;
    for (int i = 0; i < 4; i++) {
      a += b;
      b = Long.rotateLeft(b, 13) ^ a;
      a = Long.rotateLeft(a, 32);
      c += d;
      d = Long.rotateLeft(d, 16) ^ c;
      a += d;
      d = Long.rotateLeft(d, 21) ^ a;
      c += b;
      b = Long.rotateLeft(b, 17) ^ c;
      c = Long.rotateLeft(c, 32);
      if (i == 0) {
        a ^= word;
        c ^= 0xff;
      }
    }
    return (int) (a ^ b ^ c ^ d) & HALF;
  }
}
