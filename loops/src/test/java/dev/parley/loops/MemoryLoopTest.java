package dev.parley.loops;

import dev.parley.core.store.ForwardingStore;
import dev.parley.core.store.MessageStore;
import dev.parley.testkit.store.MemoryStore;

class MemoryLoopTest extends LoopSuite {
  private final MemoryStore memory = new MemoryStore();

  @Override
  MessageStore open() {
    return new ForwardingStore(memory) {
      @Override
      public void close() {} // a restart finds it again
    };
  }
}
