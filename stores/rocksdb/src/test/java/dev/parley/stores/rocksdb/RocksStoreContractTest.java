package dev.parley.stores.rocksdb;

import dev.parley.core.store.MessageStore;
import dev.parley.testkit.store.MessageStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreContractTest extends MessageStoreContract {

  @TempDir Path directory;

  /** Small enough that the random walks flush, evict and read back what they wrote. */
  private static final RocksConfig SMALL =
      new RocksConfig(128 << 10, 128 << 10, 1 << 20, 1 << 20, 3, 16 << 10, true, false);

  @Override
  protected MessageStore open() {
    return RocksStore.open(directory.resolve("store"), SMALL);
  }

  @Override
  public boolean keepsItsContents() {
    return true;
  }
}
