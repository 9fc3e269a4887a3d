package dev.parley.stores.rocksdb;

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

  private final Path directory;
  private final RocksConfig config;

  /** Shared by everything that calls into the engine, exclusive for opening and closing it. */
  private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();

  private volatile @Nullable Opened opened;
  private @Nullable RocksCommit openCommit;
  private volatile RecoveryReport recovery;
  private boolean closed;

  private RocksStore(Path directory, RocksConfig config) {
    this.directory = directory;
    this.config = config;
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
    return new RocksStore(directory.toAbsolutePath().normalize(), config);
  }

  private void open() {
    Opened fresh = Opened.open(directory, config);
    opened = fresh;
    recovery = fresh.engine().recovery();
    for (String finding : recovery.findings()) {
      LOG.warn("the end of the write-ahead log was torn and is cut off: {}", finding);
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
    reopenIfBroken();
    gate.readLock().lock();
    try {
      RocksCommit commit = new RocksCommit(current().writer(), this::onCommitOver);
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

  /** Some failures the engine never gets over, though their cause may be gone by now. */
  private void reopenIfBroken() {
    Opened before = opened;
    if (before != null && !before.writer().isBroken()) {
      return;
    }
    gate.writeLock().lock();
    try {
      if (!closed) {
        LOG.warn("opening {} again after a failure", directory);
        closeEngine();
        open();
      }
    } finally {
      gate.writeLock().unlock();
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
