package dev.parley.stores.nats;

import dev.parley.core.store.Commit;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Puts a store into a cluster that has nothing yet: its files become the snapshot that the log
 * begins with. The first entry of the log claims it, so that no hub takes the cluster for empty
 * meanwhile, and says for whom, so that one who was stopped goes on. Blocks.
 */
public final class Filling {
  private static final long BEGINNING = 1;
  private static final String BY = "migrate";

  private final ClusterLog log;

  /**
   * @param source what is put there, in a word that only this store has: its checksum
   * @throws StoreException when the cluster has something else already
   */
  public Filling(ClusterLog log, String source) {
    this.log = log;
    long last = log.extent().last();
    if (last == 0) {
      claim(source);
    } else if (!source.equals(log.filledFrom()) || last > BEGINNING) {
      throw new StoreException(
          Reason.FAILED,
          "the cluster has messages already; fill a new one (--set nats.cluster=NAME)");
    }
  }

  private void claim(String source) {
    EntryWriter entry = new EntryWriter();
    entry.filledFrom(source);
    try {
      long _ = log.append(entry.array(), entry.length(), 0);
    } catch (Overtaken e) {
      throw new StoreException(
          Reason.FAILED, "a hub has begun to use the cluster: stop all of them", e);
    }
  }

  public boolean isDone() {
    return log.snapshots().latest().isPresent();
  }

  /**
   * Stores a copy of the store, which is changed and belongs to the cluster afterwards.
   *
   * @param engine opens a store in a directory
   * @param stored told of the bytes that are stored
   */
  public void fill(Path copy, Function<Path, MessageStore> engine, LongConsumer stored) {
    try (MessageStore store = engine.apply(copy);
        Commit commit = store.begin()) {
      new ClusterView(store, copy, log.identity()).note(commit, BEGINNING);
      commit.commit();
    }
    log.snapshots().save(copy, BEGINNING, BY, stored);
  }
}
