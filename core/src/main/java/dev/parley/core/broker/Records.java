package dev.parley.core.broker;

import dev.parley.core.commit.Committer;
import dev.parley.core.store.MessageStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * Tables of small things that rooms beside the core keep, durable like messages. Reading blocks;
 * changes complete when they are on disk.
 */
public final class Records {
  private final MessageStore store;
  private final Committer committer;

  Records(MessageStore store, Committer committer) {
    this.store = store;
    this.committer = committer;
  }

  public CompletableFuture<Boolean> put(String table, String key, byte[] value) {
    return committer.submit(
        commit -> {
          commit.put(table, key, value);
          return true;
        });
  }

  public CompletableFuture<Boolean> delete(String table, List<String> keys) {
    return committer.submit(
        commit -> {
          keys.forEach(key -> commit.delete(table, key));
          return true;
        });
  }

  public Optional<byte[]> get(String table, String key) {
    return store.record(table, key);
  }

  /** In the order of the keys' UTF-8 bytes. */
  public void forEach(String table, BiConsumer<String, byte[]> each) {
    store.forEachRecord(table, each);
  }
}
