package dev.parley.client.socket;

import java.io.IOException;
import java.io.OutputStream;
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
    int mask = random.nextInt();
    for (int i = 24; i >= 0; i -= 8) {
      filling[filled++] = (byte) (mask >>> i);
    }
    for (int i = 0; i < payload.length; i++) {
      filling[filled++] = (byte) (payload[i] ^ (mask >>> (24 - 8 * (i & 3))));
    }
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
