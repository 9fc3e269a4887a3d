package dev.parley.core.store;

import dev.parley.core.message.MessageId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A commit around another one, for those who have something to say to some of what is done. */
public abstract class ForwardingCommit implements Commit {
  protected final Commit inner;

  protected ForwardingCommit(Commit inner) {
    this.inner = inner;
  }

  @Override
  public long nextNumber() {
    return inner.nextNumber();
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    inner.append(message, placements);
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    return inner.place(id, placements);
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    return inner.advance(box, position, next, attempts);
  }

  @Override
  public @Nullable State stateOf(BoxId box, long position) {
    return inner.stateOf(box, position);
  }

  @Override
  public List<CopyRef> pending(BoxId box, int limit) {
    return inner.pending(box, limit);
  }

  @Override
  public long firstPending(BoxId box) {
    return inner.firstPending(box);
  }

  @Override
  public long positionOf(BoxId box, MessageId id) {
    return inner.positionOf(box, id);
  }

  @Override
  public BoxStats stats(BoxId box) {
    return inner.stats(box);
  }

  @Override
  public @Nullable StoredMessage find(MessageId id) {
    return inner.find(id);
  }

  @Override
  public byte @Nullable [] record(String table, String key) {
    return inner.record(table, key);
  }

  @Override
  public void trim(BoxId box, long beforePosition) {
    inner.trim(box, beforePosition);
  }

  @Override
  public void put(String table, String key, byte[] value) {
    inner.put(table, key, value);
  }

  @Override
  public void delete(String table, String key) {
    inner.delete(table, key);
  }

  @Override
  public void commit() {
    inner.commit();
  }

  @Override
  public void close() {
    inner.close();
  }
}
