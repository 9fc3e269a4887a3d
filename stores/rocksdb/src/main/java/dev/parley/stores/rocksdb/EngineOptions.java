package dev.parley.stores.rocksdb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.ConfigOptions;
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
  private static final int BUFFERS_MAX = 4;
  private static final long SMALL_BUFFER_BYTES = 4 << 20;
  private static final int BOX_FILES_UNTIL_MERGED = 8;
  private static final Duration LEFT_AS_THEY_ARE = Duration.ofDays(1);

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
    // No filter: whoever asks for a message by its number knows that there is one.
    messages = families(tables()).setWriteBufferSize(config.messageBufferBytes());
    boxes =
        families(tables().setFilterPolicy(bloom))
            .setWriteBufferSize(config.boxBufferBytes())
            // New pages of every box are spread over all keys: merging by levels would write all
            // of them anew every time, merging files of like size writes few (docs/adr/0035).
            .setCompactionStyle(CompactionStyle.UNIVERSAL)
            .setLevel0FileNumCompactionTrigger(BOX_FILES_UNTIL_MERGED);
    small = families(tables().setFilterPolicy(bloom)).setWriteBufferSize(SMALL_BUFFER_BYTES);
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
            // Reads a log up to the first record that is not whole, and says so (EngineLog).
            .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
            // What a start reads from a log may be in the page cache only, and cannot be made
            // durable there once an fsync has failed: it is written to new files (docs/adr/0049).
            .setAvoidFlushDuringRecovery(false)
            .setBytesPerSync(SYNC_AHEAD_BYTES);
    options.setLogger(log);
    return options;
  }

  private BlockBasedTableConfig tables() {
    return new BlockBasedTableConfig()
        .setBlockCache(cache)
        .setBlockSize(BLOCK_BYTES)
        .setCacheIndexAndFilterBlocks(true)
        .setPinL0FilterAndIndexBlocksInCache(true);
  }

  private static ColumnFamilyOptions families(BlockBasedTableConfig tables) {
    Properties unnamed = new Properties(); // those that have no setter in Java
    // Keys of one kind come in ascending order within a commit, so the place of the last one is
    // where to look for that of the next.
    unnamed.setProperty("memtable_insert_with_hint_prefix_extractor", "rocksdb.FixedPrefix.1");
    // Whenever a reader lets go of its snapshot, RocksDB would write every file anew that nobody
    // reads as of earlier, only to drop its sequence numbers: every message once more.
    unnamed.setProperty(
        "bottommost_file_compaction_delay", String.valueOf(LEFT_AS_THEY_ARE.toSeconds()));
    ColumnFamilyOptions options;
    try (ConfigOptions strict = new ConfigOptions().setIgnoreUnknownOptions(false)) {
      options = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(strict, unnamed);
    }
    if (options == null) {
      throw new IllegalStateException("RocksDB does not know the options " + unnamed);
    }
    return options
        .setMaxWriteBufferNumber(BUFFERS_MAX)
        // The same on every level, so that files of ever growing keys move down without a rewrite.
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(tables);
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
