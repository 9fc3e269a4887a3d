package dev.parley.stores.rocksdb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;

/** How RocksDB is set up, and the native objects that live as long as it does. */
final class EngineOptions implements AutoCloseable {
  private static final int BLOCK_BYTES = 16 << 10;
  private static final int BLOOM_BITS = 10;
  private static final long SYNC_AHEAD_BYTES = 1 << 20;
  private static final int OPEN_FILES_MAX = 512;
  private static final long SMALL_BUFFER_BYTES = 8 << 20;

  static {
    RocksDB.loadLibrary();
  }

  private final EngineLog log = new EngineLog();
  private final LRUCache cache;
  private final BloomFilter bloom = new BloomFilter(BLOOM_BITS);
  private final DBOptions db;
  private final ColumnFamilyOptions messages;
  private final ColumnFamilyOptions boxes;
  private final ColumnFamilyOptions small;

  private EngineOptions(RocksConfig config) {
    cache = new LRUCache(config.blockCacheBytes());
    db = databaseOptions(config);
    messages = familyOptions(config.writeBufferBytes());
    boxes = familyOptions(config.writeBufferBytes());
    small = familyOptions(Math.min(SMALL_BUFFER_BYTES, config.writeBufferBytes()));
  }

  static EngineOptions of(RocksConfig config) {
    return new EngineOptions(config);
  }

  private DBOptions databaseOptions(RocksConfig config) {
    DBOptions options =
        new DBOptions()
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setMaxOpenFiles(OPEN_FILES_MAX)
            .setMaxBackgroundJobs(2)
            // One thread writes: what RocksDB does to let several in only costs it.
            .setAllowConcurrentMemtableWrite(false)
            .setEnableWriteThreadAdaptiveYield(false)
            .setMaxTotalWalSize(config.walBytesMax())
            // Reads the log up to the first record that is not whole, and says so (EngineLog).
            .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
            .setBytesPerSync(SYNC_AHEAD_BYTES);
    options.setLogger(log);
    return options;
  }

  private ColumnFamilyOptions familyOptions(long writeBufferBytes) {
    return new ColumnFamilyOptions()
        .setWriteBufferSize(writeBufferBytes)
        .setMaxWriteBufferNumber(4)
        // The same on every level, so that files of ever growing keys move down without a rewrite.
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(
            new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(BLOCK_BYTES)
                .setFilterPolicy(bloom)
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true));
  }

  DBOptions db() {
    return db;
  }

  EngineLog log() {
    return log;
  }

  /** Ours, in the order of {@link Family}; a directory that has others is not of this format. */
  List<ColumnFamilyDescriptor> families(Path directory) throws RocksDBException {
    refuseUnknownFamilies(directory);
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (Family family : Family.values()) {
      families.add(
          new ColumnFamilyDescriptor(
              family.engineName().getBytes(StandardCharsets.UTF_8),
              switch (family) {
                case MESSAGES -> messages;
                case BOXES -> boxes;
                case DEFAULT, IDS, RECORDS -> small;
              }));
    }
    return families;
  }

  private static void refuseUnknownFamilies(Path directory) throws RocksDBException {
    if (!Files.exists(directory.resolve("CURRENT"))) {
      return;
    }
    List<String> known = new ArrayList<>();
    for (Family family : Family.values()) {
      known.add(family.engineName());
    }
    try (Options options = new Options()) {
      for (byte[] name : RocksDB.listColumnFamilies(options, directory.toString())) {
        String text = new String(name, StandardCharsets.UTF_8);
        if (!known.contains(text)) {
          throw Failures.unknownFormat(directory, "with '" + text + "'");
        }
      }
    }
  }

  @Override
  public void close() {
    db.close();
    messages.close();
    boxes.close();
    small.close();
    cache.close();
    bloom.close();
    log.close();
  }
}
