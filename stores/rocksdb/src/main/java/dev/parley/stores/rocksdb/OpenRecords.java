package dev.parley.stores.rocksdb;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records as the open commit sees them, its own changes included. Committer thread only. */
final class OpenRecords {
  private final Engine engine;
  private final Batch batch;

  /** What this commit has changed; empty for what it has deleted. */
  private final Map<ByteBuffer, Optional<byte[]>> changed = new HashMap<>();

  OpenRecords(Engine engine, Batch batch) {
    this.engine = engine;
    this.batch = batch;
  }

  byte @Nullable [] get(String table, String key) {
    byte[] bytes = Keys.record(table, key);
    Optional<byte[]> own = changed.get(ByteBuffer.wrap(bytes));
    return own == null ? engine.get(Family.RECORDS, bytes) : own.orElse(null);
  }

  void put(String table, String key, byte[] value) {
    byte[] bytes = Keys.record(table, key);
    batch.put(Family.RECORDS, bytes, value);
    changed.put(ByteBuffer.wrap(bytes), Optional.of(value));
  }

  void delete(String table, String key) {
    byte[] bytes = Keys.record(table, key);
    batch.delete(Family.RECORDS, bytes);
    changed.put(ByteBuffer.wrap(bytes), Optional.empty());
  }

  void startOver() {
    if (!changed.isEmpty()) {
      changed.clear();
    }
  }
}
