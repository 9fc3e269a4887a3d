package dev.parley.testkit.faults;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A commit that asks its store whether it may succeed. */
final class FaultyCommit implements Commit {
  private final Commit commit;
  private final FaultyStore store;
  private boolean changed;

  FaultyCommit(Commit commit, FaultyStore store) {
    this.commit = commit;
    this.store = store;
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    changed = true;
    commit.append(message, placements);
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    changed = true;
    return commit.place(id, placements);
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    State was = commit.advance(box, position, next, attempts);
    changed |= was != null;
    return was;
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
    changed = true;
    commit.trim(box, beforePosition);
  }

  @Override
  public void put(String table, String key, byte[] value) {
    changed = true;
    commit.put(table, key, value);
  }

  @Override
  public void delete(String table, String key) {
    changed = true;
    commit.delete(table, key);
  }

  @Override
  public void commit() {
    if (changed) {
      store.beforeCommit();
    }
    commit.commit();
  }

  @Override
  public void close() {
    commit.close();
  }
}
