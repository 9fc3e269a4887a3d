package dev.parley.stores.rocksdb;

import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The embedded store: one RocksDB in one directory. */
public final class RocksStore implements MessageStore {
  private static final Logger LOG = LoggerFactory.getLogger(RocksStore.class);

  private static final int SETTLE_ATTEMPTS_MAX = 20;
  private static final Duration SETTLE_PAUSE = Duration.ofMillis(500);

  private final Path directory;
  private final RocksConfig config;
  private final @Nullable HiddenNumbers given;

  /** Shared by everything that calls into the engine, exclusive for opening and closing it. */
  private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();

  private volatile @Nullable Opened opened;
  private @Nullable RocksCommit openCommit;
  private volatile RecoveryReport recovery;
  private boolean closed;

  /** Of the committer thread: the number of a commit that may have happened, or 0. */
  private long unsettled;

  private RocksStore(Path directory, RocksConfig config, @Nullable HiddenNumbers given) {
    this.directory = directory;
    this.config = config;
    this.given = given;
    this.recovery = new RecoveryReport(List.of());
    open();
  }

  /**
   * Opens the store in that directory, making it if there is none.
   *
   * @throws StoreException if another process has it open, if it cannot be written, or if what is
   *     there cannot be understood
   */
  public static RocksStore open(Path directory, RocksConfig config) {
    return new RocksStore(directory.toAbsolutePath().normalize(), config, null);
  }

  /**
   * The same for one of several stores that are to hide numbers alike; one that hides them already
   * goes on as it did.
   */
  public static RocksStore open(Path directory, RocksConfig config, HiddenNumbers hiding) {
    return new RocksStore(directory.toAbsolutePath().normalize(), config, hiding);
  }

  private void open() {
    Opened fresh = Opened.open(directory, config, given);
    opened = fresh;
    recovery = fresh.engine().recovery();
    for (String finding : recovery.findings()) {
      LOG.warn("found in the write-ahead log, and cut off: {}", finding);
    }
  }

  /** What opening had to cut off. */
  public RecoveryReport recovery() {
    return recovery;
  }

  @Override
  public Commit begin() {
    if (openCommit != null) {
      throw new IllegalStateException("there is an open commit already");
    }
    if (unsettled != 0) {
      settle();
    }
    gate.readLock().lock();
    try {
      RocksCommit commit =
          new RocksCommit(current().writer(), this::onCommitOver, this::onCommitFailed);
      openCommit = commit;
      return commit;
    } catch (RuntimeException e) {
      gate.readLock().unlock();
      throw e;
    }
  }

  private void onCommitOver() {
    openCommit = null;
    gate.readLock().unlock();
  }

  /**
   * A write that failed may be in the log all the same: in the page cache, or even on disk. The
   * engine is opened again, which makes durable whatever it finds, and then says whether this
   * commit is there. Only a full disk is something the engine gets over by itself.
   *
   * @throws StoreException the failure if nothing has happened; one that is {@link
   *     StoreException.Reason#UNCERTAIN} if that stayed unknown
   */
  private void onCommitFailed(long number, StoreException failure) {
    if (failure.reason() == StoreException.Reason.FULL) {
      throw failure;
    }
    unsettled = number;
    for (int attempt = 1; unsettled != 0; attempt++) {
      try {
        settle();
      } catch (StoreException e) {
        LOG.warn("{} cannot be opened again after a failure: {}", directory, e.getMessage());
        failure.addSuppressed(e);
        if (attempt == SETTLE_ATTEMPTS_MAX || !pause()) {
          throw Failures.uncertain(failure);
        }
      }
    }
    if (current().writer().commits() != number) {
      throw failure;
    }
    LOG.warn("the commit that had failed is on disk");
  }

  private void settle() {
    gate.writeLock().lock();
    try {
      if (closed) {
        throw Failures.closed(directory);
      }
      LOG.warn("opening {} again after a failure", directory);
      closeEngine();
      open();
      unsettled = 0;
    } finally {
      gate.writeLock().unlock();
    }
  }

  private static boolean pause() {
    try {
      Thread.sleep(SETTLE_PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void closeEngine() {
    Opened before = opened;
    opened = null;
    if (before != null) {
      before.close();
    }
  }

  private Opened current() {
    Opened now = opened;
    if (now == null) {
      throw Failures.closed(directory);
    }
    return now;
  }

  private <T> T reading(Function<Opened, T> read) {
    gate.readLock().lock();
    try {
      return read.apply(current());
    } finally {
      gate.readLock().unlock();
    }
  }

  @Override
  public long nextNumber() {
    return reading(store -> store.writer().nextNumber());
  }

  @Override
  public HiddenNumbers hiddenNumbers() {
    return reading(store -> store.writer().hubIds().hidden());
  }

  @Override
  public Optional<StoredMessage> find(MessageId id) {
    return reading(store -> store.reads().find(id));
  }

  @Override
  public List<CopyRef> copiesOf(MessageId id) {
    return reading(store -> store.copiesOf(id));
  }

  @Override
  public List<Copy> readForward(BoxId box, long fromPosition, int limit) {
    return reading(store -> store.reads().readForward(box, fromPosition, limit));
  }

  @Override
  public List<Copy> readBackward(BoxId box, long belowPosition, int limit) {
    return reading(store -> store.reads().readBackward(box, belowPosition, limit));
  }

  @Override
  public List<FiledMessage> messagesFrom(long number, int limit) {
    return reading(store -> store.reads().messagesFrom(number, limit, store.writer().nextNumber()));
  }

  @Override
  public List<StoredMessage> messagesBelow(long number, int limit) {
    return reading(store -> store.reads().messagesBelow(number, limit));
  }

  @Override
  public List<Copy> read(BoxId box, List<Long> positions) {
    return reading(store -> store.reads().read(box, positions));
  }

  @Override
  public List<Copy> pending(BoxId box, int limit) {
    return reading(store -> store.reads().pending(box, limit));
  }

  @Override
  public long positionAtOrAfter(BoxId box, long unixMillis) {
    return reading(store -> store.reads().positionAtOrAfter(box, unixMillis));
  }

  @Override
  public BoxStats stats(BoxId box) {
    return reading(store -> store.reads().stats(box));
  }

  @Override
  public void forEachBox(BiConsumer<BoxId, BoxStats> each) {
    reading(
        store -> {
          store.reads().forEachBox(each);
          return true;
        });
  }

  @Override
  public void forEachRecord(String table, BiConsumer<String, byte[]> each) {
    reading(
        store -> {
          store.reads().forEachRecord(table, each);
          return true;
        });
  }

  @Override
  public List<String> tables() {
    return reading(store -> store.reads().tables());
  }

  @Override
  public Optional<byte[]> record(String table, String key) {
    return reading(store -> store.reads().record(table, key));
  }

  /** Restoring is opening that directory, or a copy of it. */
  @Override
  public void backup(Path target) {
    if (Files.exists(target)) {
      throw new StoreException(
          StoreException.Reason.FAILED, target + " exists already: a backup wants a new directory");
    }
    reading(
        store -> {
          store.engine().checkpoint(target.toAbsolutePath().normalize());
          return true;
        });
  }

  @Override
  public long sizeOnDisk() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long sweep(int bodiesMax) {
    return reading(store -> store.sweep(bodiesMax));
  }

  /** For tests of this package. */
  Engine engine() {
    return reading(Opened::engine);
  }

  /** Waits for reads under way and for a commit that another thread has open. */
  @Override
  public void close() {
    if (openCommit != null && gate.getReadHoldCount() > 0) {
      openCommit.close();
    }
    gate.writeLock().lock();
    try {
      closed = true;
      closeEngine();
    } finally {
      gate.writeLock().unlock();
    }
  }
}
