package dev.parley.core.ledger;

import dev.parley.core.store.MessageStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tables of small things that rooms beside the core keep, durable like messages. Reading blocks;
 * changes complete when they are on disk.
 */
public final class Records {
  private final MessageStore store;
  private final Transactions transactions;
  private final Predicate<String> keptByLedger;
  private final Map<String, BiConsumer<String, byte @Nullable []>> followers =
      new ConcurrentHashMap<>();

  /**
   * @param keptByLedger is a table a ledger's?
   */
  public Records(MessageStore store, Transactions transactions, Predicate<String> keptByLedger) {
    this.store = store;
    this.transactions = transactions;
    this.keptByLedger = keptByLedger;
  }

  public CompletableFuture<Boolean> put(String table, String key, byte[] value) {
    return transactions.run(
        tx -> {
          tx.put(table, key, value);
          return true;
        });
  }

  /** Puts a record unless there is one under this key; completes with whether it was put. */
  public CompletableFuture<Boolean> create(String table, String key, byte[] value) {
    return transactions.run(
        tx -> {
          if (tx.get(table, key) != null) {
            return false;
          }
          tx.put(table, key, value);
          return true;
        });
  }

  /**
   * Told of every record of a table that another hub, sharing the store, puts or (without a value)
   * deletes: on the committer thread, so be short.
   *
   * @throws IllegalArgumentException when a ledger keeps a table of that name
   */
  public void follow(String table, BiConsumer<String, byte @Nullable []> follower) {
    if (keptByLedger.test(table)) {
      throw new IllegalArgumentException("a ledger keeps the table '" + table + "'");
    }
    followers.put(table, follower);
  }

  public boolean isFollowed(String table) {
    return followers.containsKey(table);
  }

  public void onOtherHub(String table, String key, byte @Nullable [] value) {
    BiConsumer<String, byte @Nullable []> follower = followers.get(table);
    if (follower != null) {
      follower.accept(key, value);
    }
  }

  public CompletableFuture<Boolean> delete(String table, List<String> keys) {
    return transactions.run(
        tx -> {
          keys.forEach(key -> tx.delete(table, key));
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
