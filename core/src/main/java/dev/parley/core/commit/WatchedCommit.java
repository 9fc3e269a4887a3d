package dev.parley.core.commit;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.ForwardingCommit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A commit of which notes are taken. */
final class WatchedCommit extends ForwardingCommit {
  private final List<Consumer<CommitWatcher>> changes;

  WatchedCommit(Commit commit, List<Consumer<CommitWatcher>> changes) {
    super(commit);
    this.changes = changes;
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    inner.append(message, placements);
    changes.add(watcher -> watcher.onAppended(message, placements));
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    boolean placed = inner.place(id, placements);
    if (placed) {
      changes.add(watcher -> watcher.onPlaced(id, placements));
    }
    return placed;
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    State before = inner.advance(box, position, next, attempts);
    if (before != null) {
      changes.add(watcher -> watcher.onAdvanced(box, position, next, attempts));
    }
    return before;
  }

  @Override
  public void put(String table, String key, byte[] value) {
    inner.put(table, key, value);
    changes.add(watcher -> watcher.onPut(table, key, value));
  }

  @Override
  public void delete(String table, String key) {
    inner.delete(table, key);
    changes.add(watcher -> watcher.onDeleted(table, key));
  }
}
