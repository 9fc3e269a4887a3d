package dev.parley.stores.rocksdb;

import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Walks over a range of keys. */
final class Cursor implements AutoCloseable {
  private final RocksIterator iterator;
  private final ReadOptions options;
  private final Slice bound;
  private final LongAdder keysRead;
  private final Path directory;

  Cursor(
      RocksIterator iterator,
      ReadOptions options,
      Slice bound,
      LongAdder keysRead,
      Path directory) {
    this.iterator = iterator;
    this.options = options;
    this.bound = bound;
    this.keysRead = keysRead;
    this.directory = directory;
  }

  /** Is there a key here? At the end of the range there is none. */
  boolean isAtKey() {
    keysRead.increment();
    if (iterator.isValid()) {
      return true;
    }
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw Failures.of(e, directory);
    }
    return false;
  }

  byte[] key() {
    return iterator.key();
  }

  byte[] value() {
    return iterator.value();
  }

  void next() {
    iterator.next();
  }

  /** To the last key that is not above this one. */
  void seekBackward(byte[] key) {
    iterator.seekForPrev(key);
  }

  void previous() {
    iterator.prev();
  }

  void seek(byte[] key) {
    iterator.seek(key);
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    bound.close();
  }
}
