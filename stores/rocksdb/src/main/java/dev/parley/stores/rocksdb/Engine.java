package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import dev.parley.core.store.Folders;
import dev.parley.core.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open RocksDB: bytes in, bytes out, its failures in our words. Any thread may read; whoever
 * holds one sees to it that nobody reads or writes any more when it is closed.
 */
final class Engine implements AutoCloseable {
  static final String FORMAT = "4";

  /**
   * Read as well, and carried over: in 2 ids contained the number of the message as it is, in 3
   * every id that a sender chose had a key of its own.
   */
  static final List<String> FORMATS_BEFORE = List.of("2", "3");

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final Path directory;
  private final EngineOptions options;
  private final RocksDB db;
  private final List<ColumnFamilyHandle> handles;
  private final RecoveryReport recovery;
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final WriteOptions unsynced = new WriteOptions().setSync(false);
  private final ReadOptions latest = new ReadOptions();
  private final LongAdder keysRead = new LongAdder();

  private Engine(
      Path directory,
      EngineOptions options,
      RocksDB db,
      List<ColumnFamilyHandle> handles,
      RecoveryReport recovery) {
    this.directory = directory;
    this.recovery = recovery;
    this.options = options;
    this.db = db;
    this.handles = handles;
  }

  static Engine open(Path directory, RocksConfig config) {
    createDirectory(directory);
    Optional<String> damage = LogDamage.in(directory);
    if (damage.isPresent() && !config.acceptDamage()) {
      throw Failures.damagedLog(directory, damage.get());
    }
    Optional<String> missing = NewestLog.missingIn(directory);
    if (missing.isPresent() && !config.acceptDamage()) {
      throw Failures.missingLog(directory, missing.get());
    }
    EngineOptions options = EngineOptions.of(config);
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    RocksDB db;
    RecoveryReport recovery;
    try {
      db = RocksDB.open(options.db(), directory.toString(), options.families(directory), handles);
      recovery =
          options
              .log()
              .recovery(
                  damage
                      .or(() -> missing)
                      .map(found -> found + "; what was written after it is lost"));
    } catch (RocksDBException e) {
      options.close();
      throw Failures.of(e, directory);
    } catch (RuntimeException e) {
      options.close();
      throw e;
    }
    Engine engine = new Engine(directory, options, db, handles, recovery);
    try {
      engine.checkFormat();
    } catch (StoreException e) {
      engine.close();
      throw e;
    }
    if (config.synced()) {
      noteNewestLog(directory);
    }
    return engine;
  }

  private static void noteNewestLog(Path directory) {
    try {
      NewestLog.note(directory);
    } catch (IOException e) {
      // On a full disk, for one. What was noted before still holds: there is a log as new as that.
      LOG.warn("could not note which log in {} is the newest: {}", directory, e.toString());
    }
  }

  private static void createDirectory(Path directory) {
    try {
      Folders.create(directory);
    } catch (AccessDeniedException e) {
      throw Failures.readOnly(directory, e);
    } catch (FileSystemException e) {
      if (String.valueOf(e.getReason()).contains("Read-only")) {
        throw Failures.readOnly(directory, e);
      }
      throw new StoreException(
          StoreException.Reason.FAILED, directory + " cannot be made: " + e.getReason(), e);
    } catch (IOException e) {
      throw new StoreException(
          StoreException.Reason.FAILED, directory + " cannot be made: " + e.getMessage(), e);
    }
    // Asked of the file system and not only of the permissions: root may write anywhere but there.
    if (!Files.isWritable(directory)) {
      throw Failures.readOnly(directory, null);
    }
  }

  private void checkFormat() {
    for (Family family : Family.values()) {
      // Batches name a family by this number.
      if (handle(family).getID() != family.id()) {
        throw Failures.unknownFormat(directory, "with families in another order");
      }
    }
    byte[] found = get(Family.DEFAULT, Keys.FORMAT);
    String format = found == null ? null : new String(found, StandardCharsets.UTF_8);
    if (format == null || FORMATS_BEFORE.contains(format)) {
      Batch batch = new Batch();
      batch.put(Family.DEFAULT, Keys.FORMAT, FORMAT.getBytes(StandardCharsets.US_ASCII));
      write(batch, true);
    } else if (!format.equals(FORMAT)) {
      throw Failures.unknownFormat(directory, format);
    }
  }

  Path directory() {
    return directory;
  }

  RecoveryReport recovery() {
    return recovery;
  }

  /** Keys fetched and iterated so far; what tests count instead of milliseconds. */
  long keysRead() {
    return keysRead.sum();
  }

  byte @Nullable [] get(Family family, byte[] key) {
    return get(latest, family, key);
  }

  byte @Nullable [] get(ReadOptions as, Family family, byte[] key) {
    keysRead.increment();
    try {
      return db.get(handle(family), as, key);
    } catch (RocksDBException e) {
      throw Failures.of(e, directory);
    }
  }

  /** The first bytes of a value, fewer if it is shorter; null when there is none. */
  byte @Nullable [] getPrefix(ReadOptions as, Family family, byte[] key, int bytes) {
    keysRead.increment();
    byte[] prefix = new byte[bytes];
    try {
      int length = db.get(handle(family), as, key, prefix);
      return length == RocksDB.NOT_FOUND ? null : prefix;
    } catch (RocksDBException e) {
      throw Failures.of(e, directory);
    }
  }

  /** In the order of the keys, null for those that do not exist. */
  @SuppressWarnings("NullAway") // RocksDB's list has such nulls, and its signature does not say so
  List<byte @Nullable []> getAll(ReadOptions as, Family family, List<byte[]> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    keysRead.add(keys.size());
    try {
      return db.multiGetAsList(as, Collections.nCopies(keys.size(), handle(family)), keys);
    } catch (RocksDBException e) {
      throw Failures.of(e, directory);
    }
  }

  ReadOptions latest() {
    return latest;
  }

  /** The last key of a family that starts with this octet, or of all when null. */
  byte @Nullable [] lastKey(Family family, @Nullable Byte prefix) {
    keysRead.increment();
    try (RocksIterator iterator = db.newIterator(handle(family))) {
      if (prefix == null) {
        iterator.seekToLast();
      } else {
        iterator.seekForPrev(new byte[] {(byte) (prefix + 1)});
      }
      boolean found = iterator.isValid() && (prefix == null || iterator.key()[0] == prefix);
      return found ? iterator.key() : null;
    }
  }

  /** Iterates over the keys from one to before another. */
  Cursor cursor(@Nullable Snapshot snapshot, Family family, byte[] from, byte[] before) {
    Slice bound = new Slice(before);
    ReadOptions bounded = new ReadOptions().setIterateUpperBound(bound);
    if (snapshot != null) {
      bounded.setSnapshot(snapshot);
    }
    RocksIterator iterator = db.newIterator(handle(family), bounded);
    iterator.seek(from);
    return new Cursor(iterator, bounded, bound, keysRead, directory);
  }

  /** The sealed pages of a box that hold pending copies of a priority, oldest first. */
  void eachPageWithPending(
      @Nullable Snapshot snapshot, int box, Priority priority, int fromPage, IntPredicate goOn) {
    byte[] from = Keys.pending(box, priority, fromPage);
    byte[] before = Keys.after(Keys.pending(box, priority, 0), Keys.PENDING_PREFIX_BYTES);
    try (Cursor cursor = cursor(snapshot, Family.BOXES, from, before)) {
      while (cursor.isAtKey() && goOn.test(Keys.pageOf(cursor.key()))) {
        cursor.next();
      }
    }
  }

  Snapshot snapshot() {
    return db.getSnapshot();
  }

  void release(Snapshot snapshot) {
    db.releaseSnapshot(snapshot);
  }

  void write(Batch batch, boolean sync) {
    try (WriteBatch writes = new WriteBatch(batch.toArray())) {
      db.write(sync ? synced : unsynced, writes);
    } catch (RocksDBException e) {
      throw Failures.of(e, directory);
    }
  }

  StoreException missingPage(int box, int page) {
    return Failures.damaged(directory, "page " + page + " of box " + box + " is missing");
  }

  StoreException missingBody(long number) {
    return Failures.damaged(directory, "message " + number + " is missing");
  }

  void checkpoint(Path target) {
    Path parent = target.getParent();
    if (parent != null) {
      createDirectory(parent);
    }
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException e) {
      throw Failures.of(e, target);
    }
  }

  /** So that the next start has no log to read. It can do without, and must after a failure. */
  private void flush() {
    try (FlushOptions flush = new FlushOptions()) {
      db.flush(flush, handles);
    } catch (RocksDBException e) {
      LOG.debug("closing {} without a flush", directory, e);
    }
  }

  /** Moves what is gathered in memory into files and merges them; for tests that look at sizes. */
  void compact() {
    flush();
    try {
      for (ColumnFamilyHandle handle : handles) {
        db.compactRange(handle);
      }
    } catch (RocksDBException e) {
      throw Failures.of(e, directory);
    }
  }

  private ColumnFamilyHandle handle(Family family) {
    return handles.get(family.id());
  }

  @Override
  public void close() {
    flush();
    synced.close();
    unsynced.close();
    latest.close();
    handles.forEach(ColumnFamilyHandle::close);
    db.close();
    options.close();
  }
}
