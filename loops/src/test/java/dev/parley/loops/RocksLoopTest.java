package dev.parley.loops;

import dev.parley.core.store.MessageStore;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksLoopTest extends LoopSuite {
  @TempDir Path directory;

  @Override
  MessageStore open() {
    return RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced());
  }
}
