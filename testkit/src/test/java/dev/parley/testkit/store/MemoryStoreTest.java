package dev.parley.testkit.store;

import dev.parley.core.store.MessageStore;

class MemoryStoreTest extends MessageStoreContract {

  @Override
  protected MessageStore open() {
    return new MemoryStore();
  }

  @Override
  public boolean keepsItsContents() {
    return false;
  }
}
