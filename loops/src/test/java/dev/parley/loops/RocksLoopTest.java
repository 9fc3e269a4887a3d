package dev.parley.loops;

import dev.parley.core.store.MessageStore;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class RocksLoopTest {
  @TempDir Path directory;

  private MessageStore store() {
    return RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced());
  }

  @Nested
  class Members extends LoopSuite {
    @Override
    MessageStore open() {
      return store();
    }
  }

  @Nested
  class Talk extends ConversationSuite {
    @Override
    MessageStore open() {
      return store();
    }
  }
}
