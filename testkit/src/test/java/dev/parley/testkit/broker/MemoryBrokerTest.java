package dev.parley.testkit.broker;

import dev.parley.core.store.MessageStore;
import dev.parley.testkit.store.MemoryStore;

class MemoryBrokerTest extends BrokerContract {
  private final MemoryStore store = new MemoryStore();

  @Override
  protected MessageStore open() {
    return store;
  }
}
