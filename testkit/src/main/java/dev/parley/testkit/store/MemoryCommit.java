package dev.parley.testkit.store;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The open commit of a {@link MemoryStore}: everything it changes, apart until it is committed. */
final class MemoryCommit implements Commit {
  private final MemoryStore store;
  private final Map<BoxId, MemoryBox> boxes = new LinkedHashMap<>();
  private final Map<Long, MemoryStore.Held> messages = new LinkedHashMap<>();
  private final Map<MessageId, Long> numbers = new HashMap<>();
  private final Map<Long, MemoryStore.Held> refiled = new LinkedHashMap<>();
  private final List<Consumer<MemoryStore>> records = new ArrayList<>();
  private final Map<String, Optional<byte[]>> changed = new HashMap<>();
  private long nextNumber;
  private boolean over;

  MemoryCommit(MemoryStore store) {
    this.store = store;
    this.nextNumber = store.nextNumber();
  }

  @Override
  public long nextNumber() {
    return nextNumber;
  }

  Map<Long, MemoryStore.Held> refiled() {
    return refiled;
  }

  Map<BoxId, MemoryBox> boxes() {
    return boxes;
  }

  Map<Long, MemoryStore.Held> messages() {
    return messages;
  }

  List<Consumer<MemoryStore>> records() {
    return records;
  }

  @Override
  public void append(StoredMessage message, List<Placement> placements) {
    nextNumber = Math.max(nextNumber, message.number() + 1);
    hold(message, new ArrayList<>(), placements);
  }

  @Override
  public boolean place(MessageId id, List<Placement> placements) {
    MemoryStore.Held held = held(id);
    if (held == null) {
      return false;
    }
    List<CopyRef> places = new ArrayList<>(held.places());
    hold(held.message(), places, placements);
    List<CopyRef> added = places.subList(held.places().size(), places.size());
    refiled.put(nextNumber++, new MemoryStore.Held(held.message(), List.copyOf(added)));
    return true;
  }

  private void hold(StoredMessage message, List<CopyRef> places, List<Placement> placements) {
    for (Placement placement : placements) {
      MemoryBox.Entry entry =
          new MemoryBox.Entry(
              message.number(), message.priority(), placement.state(), 0, placement.annotation());
      placement.placedAt(changing(placement.box()).append(entry));
      places.add(new CopyRef(placement.box(), placement.position(), placement.state(), 0));
    }
    messages.put(message.number(), new MemoryStore.Held(message, places));
    numbers.put(message.id(), message.number());
  }

  private MemoryStore.@Nullable Held held(MessageId id) {
    Long own = numbers.get(id);
    return own == null ? store.held(id) : messages.get(own);
  }

  private MemoryBox changing(BoxId id) {
    return boxes.computeIfAbsent(
        id,
        _ -> {
          MemoryBox base = store.box(id);
          return base == null ? new MemoryBox() : new MemoryBox(base);
        });
  }

  private @Nullable MemoryBox seen(BoxId id) {
    MemoryBox own = boxes.get(id);
    return own == null ? store.box(id) : own;
  }

  @Override
  public @Nullable State advance(BoxId box, long position, State next, int attempts) {
    MemoryBox seen = seen(box);
    MemoryBox.Entry was = seen == null ? null : seen.entry(position);
    if (was == null || !was.state().mayBecome(next)) {
      return null;
    }
    changing(box)
        .set(
            position,
            new MemoryBox.Entry(
                was.number(),
                was.priority(),
                next,
                attempts < 0 ? was.attempts() : attempts,
                was.annotation()));
    return was.state();
  }

  @Override
  public @Nullable State stateOf(BoxId box, long position) {
    MemoryBox seen = seen(box);
    MemoryBox.Entry entry = seen == null ? null : seen.entry(position);
    return entry == null ? null : entry.state();
  }

  @Override
  public List<CopyRef> pending(BoxId box, int limit) {
    MemoryBox seen = seen(box);
    if (seen == null) {
      return List.of();
    }
    List<CopyRef> refs = new ArrayList<>();
    for (long position : seen.pending(limit)) {
      MemoryBox.Entry entry = seen.entry(position);
      if (entry != null) {
        refs.add(new CopyRef(box, position, entry.state(), entry.attempts()));
      }
    }
    return refs;
  }

  @Override
  public long firstPending(BoxId box) {
    MemoryBox seen = seen(box);
    return seen == null ? 0 : seen.firstPending();
  }

  @Override
  public long positionOf(BoxId box, MessageId id) {
    MemoryBox seen = seen(box);
    MemoryStore.Held held = held(id);
    if (seen == null || held == null) {
      return -1;
    }
    return held.places().reversed().stream()
        .filter(place -> place.box().equals(box) && seen.entry(place.position()) != null)
        .mapToLong(CopyRef::position)
        .findFirst()
        .orElse(-1);
  }

  @Override
  public BoxStats stats(BoxId box) {
    MemoryBox seen = seen(box);
    return seen == null ? BoxStats.EMPTY : seen.stats();
  }

  @Override
  public @Nullable StoredMessage find(MessageId id) {
    MemoryStore.Held held = held(id);
    return held == null ? null : held.message();
  }

  @Override
  public byte @Nullable [] record(String table, String key) {
    Optional<byte[]> own = changed.get(table + "/" + key);
    return (own == null ? store.record(table, key) : own).orElse(null);
  }

  @Override
  public void trim(BoxId box, long beforePosition) {
    if (seen(box) != null) {
      changing(box).trim(beforePosition);
    }
  }

  @Override
  public void put(String table, String key, byte[] value) {
    changed.put(table + "/" + key, Optional.of(value));
    records.add(to -> to.put(table, key, value));
  }

  @Override
  public void delete(String table, String key) {
    changed.put(table + "/" + key, Optional.empty());
    records.add(to -> to.delete(table, key));
  }

  @Override
  public void commit() {
    if (over) {
      throw new IllegalStateException("this commit is over");
    }
    store.apply(this);
    close();
  }

  @Override
  public void close() {
    if (!over) {
      over = true;
      store.onCommitOver();
    }
  }
}
