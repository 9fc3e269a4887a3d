package dev.parley.core.message;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Random bits that cannot be guessed from those before them. The system is asked for many at a
 * time, for each message needs some; a few buffers are shared by all threads, because there may be
 * very many of those.
 */
public final class SecureBits {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BUFFERS = 16; // a power of two
  private static final int BUFFER_BYTES = 2_048;
  private static final SecureBits[] ALL = new SecureBits[BUFFERS];

  static {
    for (int i = 0; i < BUFFERS; i++) {
      ALL[i] = new SecureBits();
    }
  }

  private final ByteBuffer unused = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

  private SecureBits() {}

  /** Sixty-four of them. Any thread. */
  public static long next() {
    return ALL[(int) Thread.currentThread().threadId() & (BUFFERS - 1)].take();
  }

  private synchronized long take() {
    if (!unused.hasRemaining()) {
      RANDOM.nextBytes(unused.array());
      unused.clear();
    }
    return unused.getLong();
  }
}
