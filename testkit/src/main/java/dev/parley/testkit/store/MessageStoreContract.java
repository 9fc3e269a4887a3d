package dev.parley.testkit.store;

import dev.parley.core.store.MessageStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Everything a store promises. A store's test extends this and says how to open one. */
public abstract class MessageStoreContract
    implements AppendingContract,
        CommitContract,
        LadderContract,
        PendingContract,
        ReadingContract,
        TrimmingContract,
        RecordsContract,
        ReopeningContract,
        RandomContract {

  private @Nullable MessageStore store;

  /** Opens the store of this test: an empty one first, and after {@link #reopen} the same again. */
  protected abstract MessageStore open();

  @BeforeEach
  final void openStore() {
    store = open();
  }

  @AfterEach
  final void closeStore() {
    store().close();
  }

  @Override
  public final MessageStore store() {
    if (store == null) {
      throw new IllegalStateException("not open");
    }
    return store;
  }

  @Override
  public final void reopen() {
    store().close();
    store = open();
  }
}
