package dev.parley.testkit.faults;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.ForwardingCommit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A commit that asks its store whether it may succeed. */
final class FaultyCommit extends ForwardingCommit {
  private final FaultyStore store;
  private boolean changed;

  FaultyCommit(Commit commit, FaultyStore store) {
    super(commit);
    this.store = store;
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    changed = true;
    inner.append(message, placements);
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    changed = true;
    return inner.place(id, placements);
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    State was = inner.advance(box, position, next, attempts);
    changed |= was != null;
    return was;
  }

  @Override
  public void trim(BoxId box, long beforePosition) {
    changed = true;
    inner.trim(box, beforePosition);
  }

  @Override
  public void put(String table, String key, byte[] value) {
    changed = true;
    inner.put(table, key, value);
  }

  @Override
  public void delete(String table, String key) {
    changed = true;
    inner.delete(table, key);
  }

  @Override
  public void commit() {
    if (changed) {
      store.beforeCommit();
    }
    inner.commit();
  }
}
