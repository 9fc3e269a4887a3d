package dev.parley.testkit.broker;

import dev.parley.core.store.MessageStore;
import org.junit.jupiter.api.Nested;

/**
 * Everything a broker must do, on the store of whoever extends this. A test gets an instance of its
 * own.
 */
public abstract class BrokerContract {

  /** Opens this test's store: empty at first, and after it was closed with what it held. */
  protected abstract MessageStore open();

  @Nested
  class Routing extends RoutingSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Cascade extends CascadeSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class History extends HistorySuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }
}
