package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entries on their way from the log to the committer. The log's thread puts them in, and waits when
 * there are many; the committer thread takes them out.
 */
final class Arrivals implements LogReader {
  private static final Logger LOG = LoggerFactory.getLogger(NatsStore.class);

  /** Each may be as large as a commit, and there are rarely more than a few. */
  private static final int ENTRIES_MAX = 256;

  /**
   * @param sequence at which it ends in the log
   * @param bytes null where what stands there counts for nothing
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Entry(long sequence, byte @Nullable [] bytes) {}

  private final BlockingQueue<Entry> queue = new LinkedBlockingQueue<>(ENTRIES_MAX);
  private volatile Runnable wakeUp = () -> {};
  private volatile @Nullable StoreException broken;
  private volatile boolean connected;

  // Of the committer thread alone.
  private @Nullable Entry first;

  /** What to call, on the log's thread, after each arrival. */
  void onNews(Runnable wakeUp) {
    this.wakeUp = wakeUp;
  }

  boolean isConnected() {
    return connected;
  }

  /**
   * @throws StoreException when the log has forgotten entries that did not arrive here
   */
  void requireWhole() {
    StoreException why = broken;
    if (why != null) {
      throw why;
    }
  }

  /**
   * The first one after a sequence, which stays the first until it is asked for what comes after
   * it; null when none comes in time.
   */
  @Nullable Entry after(long sequence, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (first == null || first.sequence <= sequence) {
      first = queue.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      if (first == null) {
        return null;
      }
    }
    return first;
  }

  /** How many have come that nobody has asked for. Any thread. */
  int waiting() {
    return queue.size();
  }

  @Override
  public void entry(long sequence, byte[] bytes) {
    put(new Entry(sequence, bytes));
  }

  @Override
  public void passed(long sequence) {
    put(new Entry(sequence, null));
  }

  private void put(Entry entry) {
    try {
      queue.put(entry);
      wakeUp.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The view has taken an entry that this hub takes for not taken. Committer thread. */
  void onTwofold() {
    broken =
        new StoreException(
            Reason.FAILED,
            "the view of this hub had failed to take an entry, and has it now; start it again");
  }

  @Override
  public void gone(long first) {
    broken =
        new StoreException(
            Reason.FAILED, "the log has forgotten what this hub has not read yet; start it again");
    wakeUp.run();
  }

  /** Without this the hub would go on as if no other wrote, and wait for its turn for ever. */
  @Override
  public void failed(RuntimeException why) {
    broken =
        new StoreException(
            Reason.FAILED, "this hub no longer hears what others write; start it again", why);
  }

  @Override
  public void connected(boolean is) {
    connected = is;
    LOG.info(is ? "connected to the cluster" : "the cluster cannot be reached");
  }
}
