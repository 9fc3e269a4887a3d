package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open commit: changes the open boxes, gathers one batch, and writes it with one fsync. */
final class RocksCommit implements Commit {
  private final Writer writer;
  private final OpenBoxes boxes;
  private final Batch batch;
  private final Runnable onOver;
  private final OnFailed onFailed;
  private boolean over;

  /** Finds out what became of a commit whose write failed, and throws unless it has happened. */
  @FunctionalInterface
  interface OnFailed {
    void settle(long number, StoreException failure);
  }

  RocksCommit(Writer writer, Runnable onOver, OnFailed onFailed) {
    this.writer = writer;
    this.onOver = onOver;
    this.onFailed = onFailed;
    this.boxes = writer.boxes();
    this.batch = writer.batch();
  }

  @Override
  public long nextNumber() {
    return writer.bodies().nextNumber();
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    writer.bodies().append(message, placements);
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    return writer.bodies().place(id, placements);
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    OpenBox open = boxes.find(box);
    return open == null ? null : open.advance(position, next, attempts);
  }

  @Override
  public @Nullable State stateOf(BoxId box, long position) {
    OpenBox open = boxes.find(box);
    return open == null ? null : open.stateOf(position);
  }

  @Override
  public List<CopyRef> pending(BoxId box, int limit) {
    OpenBox open = boxes.find(box);
    if (open == null) {
      return List.of();
    }
    return new PendingCopies(open.head(), open)
        .first(limit).stream().map(place -> place.toRef(box)).toList();
  }

  @Override
  public long firstPending(BoxId box) {
    OpenBox open = boxes.find(box);
    return open == null ? 0 : new PendingCopies(open.head(), open).firstPosition();
  }

  @Override
  public long positionOf(BoxId box, MessageId id) {
    OpenBox open = boxes.find(box);
    if (open == null) {
      return -1;
    }
    long position = writer.bodies().positionOf(open, id);
    return open.head().holds(position) ? position : -1;
  }

  @Override
  public BoxStats stats(BoxId box) {
    OpenBox open = boxes.find(box);
    return open == null ? BoxStats.EMPTY : open.stats();
  }

  @Override
  public @Nullable StoredMessage find(MessageId id) {
    return writer.bodies().find(id);
  }

  @Override
  public byte @Nullable [] record(String table, String key) {
    return writer.records().get(table, key);
  }

  @Override
  public void trim(BoxId box, long beforePosition) {
    OpenBox open = boxes.find(box);
    if (open != null) {
      open.trim(beforePosition, batch);
    }
  }

  @Override
  public void put(String table, String key, byte[] value) {
    writer.records().put(table, key, value);
  }

  @Override
  public void delete(String table, String key) {
    writer.records().delete(table, key);
  }

  @Override
  public void commit() {
    if (over) {
      throw new IllegalStateException("this commit is over");
    }
    long number = writer.commits() + 1;
    try {
      writer.write();
    } catch (StoreException e) {
      close();
      onFailed.settle(number, e);
      return; // it has happened all the same
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    over = true;
    writer.onDurable();
    onOver.run();
  }

  @Override
  public void close() {
    if (!over) {
      over = true;
      writer.onUndone();
      onOver.run();
    }
  }
}
