package dev.parley.core.broker;

import dev.parley.core.commit.Committer;
import dev.parley.core.store.MessageStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tables of small things that rooms beside the core keep, durable like messages. Reading blocks;
 * changes complete when they are on disk.
 */
public final class Records {
  private final MessageStore store;
  private final Committer committer;
  private final Map<String, BiConsumer<String, byte @Nullable []>> followers =
      new ConcurrentHashMap<>();

  /** What the commit that is being made has created; the store shows it only later. */
  private final Set<String> underway = new HashSet<>();

  Records(MessageStore store, Committer committer) {
    this.store = store;
    this.committer = committer;
    committer.afterEach(this::onCommitted);
  }

  public CompletableFuture<Boolean> put(String table, String key, byte[] value) {
    return committer.submit(
        commit -> {
          commit.put(table, key, value);
          return true;
        });
  }

  /** Puts a record unless there is one under this key; completes with whether it was put. */
  public CompletableFuture<Boolean> create(String table, String key, byte[] value) {
    String place = table + "/" + key;
    return committer.submit(
        commit -> {
          if (store.record(table, key).isPresent() || !underway.add(place)) {
            return false;
          }
          commit.put(table, key, value);
          return true;
        });
  }

  /**
   * Told of every record of a table that another hub, sharing the store, puts or (without a value)
   * deletes: on the committer thread, so be short.
   */
  public void follow(String table, BiConsumer<String, byte @Nullable []> follower) {
    followers.put(table, follower);
  }

  void onElsewhere(String table, String key, byte @Nullable [] value) {
    BiConsumer<String, byte @Nullable []> follower = followers.get(table);
    if (follower != null) {
      follower.accept(key, value);
    }
  }

  private void onCommitted(boolean durable) {
    underway.clear();
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
