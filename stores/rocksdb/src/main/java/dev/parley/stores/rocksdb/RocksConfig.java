package dev.parley.stores.rocksdb;

/**
 * How the embedded store uses memory and disk.
 *
 * @param writeBufferBytes what a column family gathers in memory before it is written to a file
 * @param walBytesMax how long the write-ahead log may grow; a start after a crash reads it once
 * @param blockCacheBytes memory for reading
 * @param openBoxesMax boxes the writer keeps at hand
 * @param openBoxesBytesMax memory for those boxes, roughly
 */
public record RocksConfig(
    long writeBufferBytes,
    long walBytesMax,
    long blockCacheBytes,
    int openBoxesMax,
    long openBoxesBytesMax) {

  public static final RocksConfig DEFAULT =
      new RocksConfig(64 << 20, 128 << 20, 64 << 20, 20_000, 64 << 20);

  public RocksConfig {
    atLeast("store.rocksdb.write-buffer-bytes", writeBufferBytes, 64 << 10);
    atLeast("store.rocksdb.wal-bytes-max", walBytesMax, 64 << 10);
    atLeast("store.rocksdb.block-cache-bytes", blockCacheBytes, 0);
    atLeast("store.rocksdb.open-boxes-max", openBoxesMax, 1);
    atLeast("store.rocksdb.open-boxes-bytes-max", openBoxesBytesMax, 1);
  }

  private static void atLeast(String key, long value, long minimum) {
    if (value < minimum) {
      throw new IllegalArgumentException(key + " is " + value + " and must be at least " + minimum);
    }
  }
}
