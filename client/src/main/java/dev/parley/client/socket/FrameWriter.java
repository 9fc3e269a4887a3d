package dev.parley.client.socket;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Writes masked frames. Appending never waits; flushing does. Whoever flushes first writes for
 * everybody who appends meanwhile, so that a lone frame goes out at once on its sender's thread and
 * many at a time share a system call.
 */
final class FrameWriter {
  private static final int KEPT_BYTES_MAX = 1 << 20;

  /** Masking is done a word at a time: byte by byte it takes longer than all else of a send. */
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final OutputStream out;
  private final RandomGenerator random;
  private final ReentrantLock lock = new ReentrantLock();
  private byte[] filling = new byte[16 * 1024];
  private byte[] spare = new byte[16 * 1024];
  private int filled;
  private boolean flushing;

  FrameWriter(OutputStream out, RandomGenerator random) {
    this.out = out;
    this.random = random;
  }

  void append(int opcode, byte[] payload) {
    lock.lock();
    try {
      room(payload.length + 14);
      filling[filled++] = (byte) (0x80 | opcode);
      length(payload.length);
      mask(payload);
    } finally {
      lock.unlock();
    }
  }

  private void room(int bytes) {
    int needed = filled + bytes;
    if (needed > filling.length) {
      filling = Arrays.copyOf(filling, Math.max(needed, filling.length * 2));
    }
  }

  private void length(int length) {
    if (length < 126) {
      filling[filled++] = (byte) (0x80 | length);
    } else if (length < 1 << 16) {
      filling[filled++] = (byte) (0x80 | 126);
      filling[filled++] = (byte) (length >>> 8);
      filling[filled++] = (byte) length;
    } else {
      filling[filled++] = (byte) (0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8) {
        filling[filled++] = (byte) ((long) length >>> shift);
      }
    }
  }

  private void mask(byte[] payload) {
    byte[] target = filling;
    int mask = random.nextInt();
    INT.set(target, filled, mask);
    int start = filled + Integer.BYTES;
    int whole = payload.length & ~(Long.BYTES - 1);
    long twice = ((long) mask << Integer.SIZE) | (mask & 0xFFFF_FFFFL);
    for (int i = 0; i < whole; i += Long.BYTES) {
      LONG.set(target, start + i, (long) LONG.get(payload, i) ^ twice);
    }
    for (int i = whole; i < payload.length; i++) {
      target[start + i] = (byte) (payload[i] ^ (mask >>> (24 - 8 * (i & 3))));
    }
    filled = start + payload.length;
  }

  void flush() throws IOException {
    lock.lock();
    try {
      if (flushing) {
        return;
      }
      flushing = true;
    } finally {
      lock.unlock();
    }
    while (true) {
      byte[] batch;
      int length;
      lock.lock();
      try {
        if (filled == 0) {
          flushing = false;
          return;
        }
        batch = filling;
        length = filled;
        filling = spare;
        filled = 0;
      } finally {
        lock.unlock();
      }
      // After a failure nobody can write any more, so the mark is left standing on purpose.
      out.write(batch, 0, length);
      spare = batch.length > KEPT_BYTES_MAX ? new byte[16 * 1024] : batch;
    }
  }
}
