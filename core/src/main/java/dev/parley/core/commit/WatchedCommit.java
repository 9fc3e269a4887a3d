package dev.parley.core.commit;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A commit of which notes are taken. */
final class WatchedCommit implements Commit {
  private final Commit commit;
  private final List<Consumer<CommitWatcher>> changes;

  WatchedCommit(Commit commit, List<Consumer<CommitWatcher>> changes) {
    this.commit = commit;
    this.changes = changes;
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    commit.append(message, placements);
    changes.add(watcher -> watcher.onAppended(message, placements));
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    boolean placed = commit.place(id, placements);
    if (placed) {
      changes.add(watcher -> watcher.onPlaced(id, placements));
    }
    return placed;
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    State before = commit.advance(box, position, next, attempts);
    if (before != null) {
      changes.add(watcher -> watcher.onAdvanced(box, position, next, attempts));
    }
    return before;
  }

  @Override
  public @Nullable State stateOf(BoxId box, long position) {
    return commit.stateOf(box, position);
  }

  @Override
  public List<CopyRef> pending(BoxId box, int limit) {
    return commit.pending(box, limit);
  }

  @Override
  public long firstPending(BoxId box) {
    return commit.firstPending(box);
  }

  @Override
  public long positionOf(BoxId box, MessageId id) {
    return commit.positionOf(box, id);
  }

  @Override
  public BoxStats stats(BoxId box) {
    return commit.stats(box);
  }

  @Override
  public void trim(BoxId box, long beforePosition) {
    commit.trim(box, beforePosition);
  }

  @Override
  public void put(String table, String key, byte[] value) {
    commit.put(table, key, value);
    changes.add(watcher -> watcher.onPut(table, key, value));
  }

  @Override
  public void delete(String table, String key) {
    commit.delete(table, key);
    changes.add(watcher -> watcher.onDeleted(table, key));
  }

  @Override
  public void commit() {
    commit.commit();
  }

  @Override
  public void close() {
    commit.close();
  }
}
