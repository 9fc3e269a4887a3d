package dev.parley.hub;

import dev.parley.core.blob.BlobHolders;
import dev.parley.core.blob.Blobs;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Throws blobs away that no message refers to any more and no record keeps, once a day. A blob is
 * referred to by its name standing anywhere in a message that is kept; one that was stored lately
 * is left alone, for the message may still be on its way.
 */
final class BlobSweep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlobSweep.class);
  private static final Duration FIRST = Duration.ofHours(1);
  private static final Duration EVERY = Duration.ofDays(1);
  static final Duration LEFT_ALONE = Duration.ofDays(7);
  private static final int CHUNK = 500;
  private static final int NAME_LENGTH = 64;

  private final Blobs blobs;
  private final BlobHolders holders;
  private final MessageStore store;
  private final Timekeeper time;
  private final ReentrantLock deleting = new ReentrantLock();
  private volatile boolean closed;
  private Timekeeper.@Nullable Alarm alarm;

  BlobSweep(Blobs blobs, BlobHolders holders, MessageStore store, Timekeeper time) {
    this.blobs = blobs;
    this.holders = holders;
    this.store = store;
    this.time = time;
  }

  BlobSweep start() {
    next(FIRST);
    return this;
  }

  private synchronized void next(Duration delay) {
    if (!closed) {
      // A platform thread: the store's native calls would pin a carrier.
      alarm = time.after(delay, () -> Thread.ofPlatform().daemon().start(this::daily));
    }
  }

  private void daily() {
    try {
      int gone = sweep();
      if (gone > 0) {
        LOG.info("{} blobs that no message refers to are gone", gone);
      }
    } catch (RuntimeException e) {
      LOG.warn("blobs could not be looked through: {}", e.toString());
    }
    next(EVERY);
  }

  /** Returns how many went. Blocks. */
  int sweep() {
    long storedBefore = time.endingMillis() - LEFT_ALONE.toMillis();
    Set<String> unused = blobs.storedBefore(storedBefore);
    unused.removeIf(holders::isKept);
    long from = 0;
    while (!unused.isEmpty() && !closed) {
      List<FiledMessage> chunk = store.messagesFrom(from, CHUNK);
      if (chunk.isEmpty()) {
        long end = from;
        return whileNothingIsDeleted(() -> delete(unused, end, storedBefore));
      }
      for (FiledMessage filed : chunk) {
        keep(filed.message().json(), unused);
      }
      from = chunk.getLast().number() + 1;
    }
    return 0;
  }

  /** What was attached or stored again while messages were looked through stays. */
  private int delete(Set<String> unused, long end, long storedBefore) {
    int gone = 0;
    for (String name : unused) {
      if (holders.forget(name, end, storedBefore).join()) {
        blobs.delete(name);
        gone++;
      }
    }
    return gone;
  }

  /** Does something that wants all blobs to stay, or is the one that deletes them. Blocks. */
  <T> T whileNothingIsDeleted(Supplier<T> something) {
    deleting.lock();
    try {
      return something.get();
    } finally {
      deleting.unlock();
    }
  }

  /** Takes out of the set what is named in this JSON: every run of 64 hexadecimal digits. */
  private static void keep(byte[] json, Set<String> unused) {
    int run = 0;
    for (int i = 0; i < json.length; i++) {
      run = isDigit(json[i]) ? run + 1 : 0;
      if (run >= NAME_LENGTH) {
        int start = i - NAME_LENGTH + 1;
        unused.remove(new String(json, start, NAME_LENGTH, StandardCharsets.US_ASCII));
      }
    }
  }

  private static boolean isDigit(byte c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (alarm != null) {
      alarm.cancel();
    }
  }
}
