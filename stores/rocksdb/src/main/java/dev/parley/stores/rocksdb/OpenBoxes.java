package dev.parley.stores.rocksdb;

import dev.parley.core.store.BoxId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The boxes the writer has at hand, those not used for long leaving first. Boxes used by the open
 * commit stay until it is over; after a failed one those it changed are dropped and read afresh.
 * Committer thread only.
 */
final class OpenBoxes {
  private static final Comparator<OpenBox> BY_NUMBER = Comparator.comparingInt(OpenBox::number);

  private final Engine engine;
  private final BoxNames names;
  private final int boxesMax;
  private final long bytesMax;
  private final Map<BoxId, OpenBox> boxes = new HashMap<>();
  private final List<OpenBox> inUse = new ArrayList<>();
  private final List<OpenBox> created = new ArrayList<>();
  private final List<OpenBox> changed = new ArrayList<>();
  private int nextNumber;
  private long bytesNow;
  private long commits;

  OpenBoxes(Engine engine, BoxNames names, RocksConfig config) {
    this.engine = engine;
    this.names = names;
    this.boxesMax = config.openBoxesMax();
    this.bytesMax = config.openBoxesBytesMax();
    this.nextNumber = names.next();
  }

  @Nullable OpenBox find(BoxId id) {
    OpenBox box = boxes.get(id);
    if (box == null) {
      int number = names.numberOf(id);
      if (number == BoxNames.NONE) {
        return null;
      }
      box = OpenBox.load(engine, id, number);
      boxes.put(id, box);
    }
    return used(box);
  }

  OpenBox findOrCreate(BoxId id) {
    OpenBox box = find(id);
    if (box != null) {
      return box;
    }
    OpenBox fresh = OpenBox.create(engine, id, nextNumber++);
    boxes.put(id, fresh);
    created.add(fresh);
    return used(fresh);
  }

  private OpenBox used(OpenBox box) {
    if (box.use(commits)) {
      inUse.add(box);
      bytesNow -= box.heapBytes();
    }
    return box;
  }

  void writeChanged(Batch batch, Output scratch) {
    for (OpenBox box : created) {
      BoxNames.write(box.id(), box.number(), batch);
    }
    changed.clear();
    for (OpenBox box : inUse) {
      if (box.isChanged()) {
        box.writePages(batch, scratch);
        changed.add(box);
      }
    }
    // In the order of their keys: each is then inserted beside the one before, not searched for.
    changed.sort(BY_NUMBER);
    for (OpenBox box : changed) {
      box.writeHead(batch, scratch);
    }
  }

  /** What the commit changed is durable. */
  void onDurable() {
    for (OpenBox box : created) {
      names.remember(box.id(), box.number());
    }
    settle();
  }

  /** What the commit changed has not happened. */
  void onUndone() {
    nextNumber -= created.size();
    inUse.removeIf(box -> box.isChanged() && boxes.remove(box.id()) != null);
    settle();
  }

  private void settle() {
    for (OpenBox box : inUse) {
      box.settle();
      bytesNow += box.heapBytes();
    }
    inUse.clear();
    created.clear();
    commits++;
    if (boxes.size() > boxesMax || bytesNow > bytesMax) {
      dropOlderHalf();
    }
  }

  /** Half at once, so that keeping every access in order, which costs more, is not needed. */
  private void dropOlderHalf() {
    long[] used = boxes.values().stream().mapToLong(OpenBox::usedAt).sorted().toArray();
    long middle = used[used.length / 2];
    for (Iterator<OpenBox> all = boxes.values().iterator(); all.hasNext(); ) {
      OpenBox box = all.next();
      if (box.usedAt() <= middle) {
        bytesNow -= box.heapBytes();
        all.remove();
      }
    }
  }
}
