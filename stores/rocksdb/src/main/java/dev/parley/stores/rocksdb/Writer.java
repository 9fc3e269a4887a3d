package dev.parley.stores.rocksdb;

import dev.parley.core.message.HiddenNumbers;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** What the committer thread keeps from one commit to the next. Committer thread only. */
final class Writer {
  private static final int SCRATCH_BYTES = 4_096;

  private final Engine engine;
  private final Lock writing;
  private final boolean synced;
  private final Batch batch = new Batch();
  private final Output scratch = new Output(SCRATCH_BYTES);
  private final OpenBoxes boxes;
  private final HubIds hubIds;
  private final Bodies bodies;
  private final OpenRecords records;
  private volatile long nextNumber;
  private long commits;

  /**
   * @param given hides numbers if the store does not hide them yet
   * @param writing held while a batch is written
   */
  Writer(
      Engine engine,
      BoxNames names,
      RocksConfig config,
      @Nullable HiddenNumbers given,
      Lock writing) {
    this.engine = engine;
    this.writing = writing;
    this.synced = config.synced();
    this.boxes = new OpenBoxes(engine, names, config);
    this.nextNumber = firstNumber(engine);
    this.hubIds = HubIds.open(engine, given, nextNumber);
    this.bodies = new Bodies(engine, hubIds, boxes, batch);
    this.records = new OpenRecords(engine, batch);
    byte[] counted = engine.get(Family.DEFAULT, Keys.COMMITS);
    this.commits = counted == null ? 0 : Keys.numberOf(counted);
    bodies.startOver(nextNumber);
  }

  private static long firstNumber(Engine engine) {
    byte[] last = engine.lastKey(Family.MESSAGES, null);
    byte[] refiled = engine.lastKey(Family.BOXES, Keys.REFILED);
    byte[] mark = engine.get(Family.DEFAULT, Keys.NUMBERS);
    long afterMessages = last == null ? 1 : Keys.numberOf(last) + 1;
    long afterRefiled = refiled == null ? 1 : Keys.numberOf(refiled) + 1;
    return Math.max(Math.max(afterMessages, afterRefiled), mark == null ? 1 : Keys.numberOf(mark));
  }

  HubIds hubIds() {
    return hubIds;
  }

  OpenBoxes boxes() {
    return boxes;
  }

  Bodies bodies() {
    return bodies;
  }

  OpenRecords records() {
    return records;
  }

  Batch batch() {
    return batch;
  }

  /** Durable; any thread. */
  long nextNumber() {
    return nextNumber;
  }

  /** How many there have been, so that one can tell after a failure whether the last one is in. */
  long commits() {
    return commits;
  }

  void write() {
    bodies.finish();
    boxes.writeChanged(batch, scratch);
    if (batch.isEmpty()) {
      return;
    }
    batch.put(Family.DEFAULT, Keys.COMMITS, Keys.number(commits + 1));
    writing.lock();
    try {
      engine.write(batch, synced);
    } finally {
      writing.unlock();
    }
    commits++;
  }

  void onDurable() {
    nextNumber = bodies.nextNumber();
    boxes.onDurable();
    startOver();
  }

  void onUndone() {
    boxes.onUndone();
    startOver();
  }

  private void startOver() {
    batch.clear();
    records.startOver();
    bodies.startOver(nextNumber);
  }
}
