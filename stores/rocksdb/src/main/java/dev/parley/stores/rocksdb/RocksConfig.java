package dev.parley.stores.rocksdb;

/**
 * How the embedded store uses memory and disk.
 *
 * @param messageBufferBytes messages gathered in memory before they are written to a file
 * @param boxBufferBytes changes of boxes gathered in memory before they are written to a file;
 *     small is fast here, because boxes are overwritten often and found faster among fewer
 * @param walBytesMax how long the write-ahead log may grow; a start after a crash reads it once
 * @param blockCacheBytes memory for reading
 * @param openBoxesMax boxes the writer keeps at hand
 * @param openBoxesBytesMax memory for those boxes, roughly
 * @param synced whether a commit is on disk when it returns; where what is here can be had again
 *     from elsewhere it need not be
 * @param acceptDamage whether to go on without what stands behind a damaged place in a log
 */
public record RocksConfig(
    long messageBufferBytes,
    long boxBufferBytes,
    long walBytesMax,
    long blockCacheBytes,
    int openBoxesMax,
    long openBoxesBytesMax,
    boolean synced,
    boolean acceptDamage) {

  public static final RocksConfig DEFAULT =
      new RocksConfig(32 << 20, 16 << 20, 64 << 20, 64 << 20, 20_000, 64 << 20, true, false);

  /** The same for what can be had again from elsewhere. */
  public RocksConfig unsynced() {
    return new RocksConfig(
        messageBufferBytes,
        boxBufferBytes,
        walBytesMax,
        blockCacheBytes,
        openBoxesMax,
        openBoxesBytesMax,
        false,
        acceptDamage);
  }

  public RocksConfig acceptingDamage(boolean accepted) {
    return new RocksConfig(
        messageBufferBytes,
        boxBufferBytes,
        walBytesMax,
        blockCacheBytes,
        openBoxesMax,
        openBoxesBytesMax,
        synced,
        accepted);
  }

  public RocksConfig {
    atLeast("store.rocksdb.message-buffer-bytes", messageBufferBytes, 64 << 10);
    atLeast("store.rocksdb.box-buffer-bytes", boxBufferBytes, 64 << 10);
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
