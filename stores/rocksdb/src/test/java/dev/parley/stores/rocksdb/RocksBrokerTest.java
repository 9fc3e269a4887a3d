package dev.parley.stores.rocksdb;

import dev.parley.core.store.MessageStore;
import dev.parley.testkit.broker.BrokerContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksBrokerTest extends BrokerContract {

  @TempDir Path directory;

  @Override
  protected MessageStore open() {
    return RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT);
  }
}
