package dev.parley.stores.nats;

import dev.parley.core.store.MessageStore;
import dev.parley.testkit.broker.BrokerContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class NatsBrokerTest extends BrokerContract {

  @TempDir Path directory;

  private final TestCluster cluster = new TestCluster();

  @Override
  protected MessageStore open() {
    return cluster.store(directory.resolve("view"));
  }
}
