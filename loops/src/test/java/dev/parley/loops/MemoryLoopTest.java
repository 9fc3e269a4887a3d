package dev.parley.loops;

import dev.parley.core.store.ForwardingStore;
import dev.parley.core.store.MessageStore;
import dev.parley.testkit.store.MemoryStore;
import org.junit.jupiter.api.Nested;

class MemoryLoopTest {
  private final MemoryStore memory = new MemoryStore();

  private MessageStore store() {
    return new ForwardingStore(memory) {
      @Override
      public void close() {} // a restart finds it again
    };
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
