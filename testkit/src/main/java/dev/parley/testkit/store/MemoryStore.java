package dev.parley.testkit.store;

import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A store that forgets everything when it is closed. For tests: plain, and nothing is fast. */
public final class MemoryStore implements MessageStore {
  private static final Comparator<String> BY_UTF8 =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  /** Always the same, so that what a test does can be done again. */
  private static final HiddenNumbers HIDDEN_NUMBERS = HiddenNumbers.from("a store in memory");

  private final Map<BoxId, MemoryBox> boxes = new LinkedHashMap<>();
  private final TreeMap<Long, Held> messages = new TreeMap<>();
  private final TreeMap<Long, Held> refiled = new TreeMap<>();
  private final Map<MessageId, Long> numbers = new HashMap<>();
  private final Map<String, TreeMap<String, byte[]>> tables = new HashMap<>();
  private long nextNumber = 1;
  private @Nullable MemoryCommit open;

  /** A message and where its copies were placed. */
  record Held(StoredMessage message, List<CopyRef> places) {}

  @Override
  public synchronized Commit begin() {
    if (open != null) {
      throw new IllegalStateException("there is an open commit already");
    }
    open = new MemoryCommit(this);
    return open;
  }

  synchronized void apply(MemoryCommit commit) {
    commit.boxes().forEach((id, box) -> boxes.computeIfAbsent(id, _ -> new MemoryBox()).take(box));
    commit
        .messages()
        .forEach(
            (number, held) -> {
              messages.put(number, held);
              numbers.put(held.message().id(), number);
            });
    refiled.putAll(commit.refiled());
    nextNumber = commit.nextNumber();
    commit.records().forEach(change -> change.accept(this));
  }

  synchronized void onCommitOver() {
    open = null;
  }

  synchronized @Nullable MemoryBox box(BoxId id) {
    return boxes.get(id);
  }

  synchronized @Nullable Held held(MessageId id) {
    Long number = numbers.get(id);
    return number == null ? null : messages.get(number);
  }

  synchronized StoredMessage message(long number) {
    Held held = messages.get(number);
    if (held == null) {
      throw new IllegalStateException("no message " + number);
    }
    return held.message();
  }

  synchronized void put(String table, String key, byte[] value) {
    tables.computeIfAbsent(table, _ -> new TreeMap<>(BY_UTF8)).put(key, value.clone());
  }

  synchronized void delete(String table, String key) {
    tables.computeIfAbsent(table, _ -> new TreeMap<>(BY_UTF8)).remove(key);
  }

  @Override
  public synchronized long nextNumber() {
    return nextNumber;
  }

  @Override
  public HiddenNumbers hiddenNumbers() {
    return HIDDEN_NUMBERS;
  }

  @Override
  public synchronized Optional<StoredMessage> find(MessageId id) {
    return Optional.ofNullable(held(id)).map(Held::message);
  }

  @Override
  public synchronized List<CopyRef> copiesOf(MessageId id) {
    Held held = held(id);
    if (held == null) {
      return List.of();
    }
    List<CopyRef> copies = new ArrayList<>();
    for (CopyRef place : held.places()) {
      MemoryBox box = boxes.get(place.box());
      MemoryBox.Entry entry = box == null ? null : box.entry(place.position());
      if (entry != null) {
        copies.add(new CopyRef(place.box(), place.position(), entry.state(), entry.attempts()));
      }
    }
    return copies;
  }

  private List<Copy> copies(BoxId box, List<Long> positions) {
    MemoryBox held = boxes.get(box);
    List<Copy> copies = new ArrayList<>();
    for (long position : positions) {
      MemoryBox.Entry entry = held == null ? null : held.entry(position);
      if (entry != null) {
        copies.add(
            new Copy(
                box,
                position,
                entry.state(),
                entry.attempts(),
                entry.annotation(),
                message(entry.number())));
      }
    }
    return copies;
  }

  /** As many of them as may be read at once, at least one. */
  private List<Copy> firstCopies(BoxId box, List<Long> positions) {
    List<Copy> first = new ArrayList<>();
    int bytes = 0;
    for (Copy copy : copies(box, positions)) {
      if (bytes >= READ_BYTES_MAX) {
        break;
      }
      first.add(copy);
      bytes += copy.message().json().length;
    }
    return first;
  }

  private List<Long> positions(BoxId box) {
    MemoryBox held = boxes.get(box);
    return held == null ? List.of() : held.positions();
  }

  @Override
  public synchronized List<Copy> readForward(BoxId box, long fromPosition, int limit) {
    return firstCopies(
        box, positions(box).stream().filter(at -> at >= fromPosition).limit(limit).toList());
  }

  @Override
  public synchronized List<Copy> readBackward(BoxId box, long belowPosition, int limit) {
    List<Long> newestFirst = new ArrayList<>(positions(box));
    Collections.reverse(newestFirst);
    return firstCopies(
        box, newestFirst.stream().filter(at -> at < belowPosition).limit(limit).toList());
  }

  @Override
  public synchronized List<FiledMessage> messagesFrom(long number, int limit) {
    TreeMap<Long, Held> all = new TreeMap<>(messages.tailMap(number, true));
    refiled
        .tailMap(number, true)
        .forEach(
            (at, again) -> {
              if (messages.containsKey(again.message().number())) {
                all.put(at, again);
              }
            });
    int count = firstMessages(all, limit).size();
    return all.entrySet().stream()
        .limit(count)
        .map(entry -> filed(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public synchronized List<StoredMessage> messagesBelow(long number, int limit) {
    return firstMessages(messages.headMap(number, false).descendingMap(), limit);
  }

  private static FiledMessage filed(long number, Held held) {
    return new FiledMessage(
        number,
        held.message(),
        held.places().stream().map(copy -> new Filing(copy.box(), copy.position())).toList());
  }

  private static List<StoredMessage> firstMessages(Map<Long, Held> held, int limit) {
    List<StoredMessage> first = new ArrayList<>();
    int bytes = 0;
    for (Held each : held.values()) {
      if (first.size() >= limit || bytes >= READ_BYTES_MAX) {
        break;
      }
      first.add(each.message());
      bytes += each.message().json().length;
    }
    return first;
  }

  @Override
  public synchronized List<Copy> read(BoxId box, List<Long> positions) {
    return copies(box, positions);
  }

  @Override
  public synchronized List<Copy> pending(BoxId box, int limit) {
    MemoryBox held = boxes.get(box);
    return held == null ? List.of() : firstCopies(box, held.pending(limit));
  }

  @Override
  public synchronized long positionAtOrAfter(BoxId box, long unixMillis) {
    return copies(box, positions(box)).stream()
        .filter(copy -> copy.message().timestamp() >= unixMillis)
        .mapToLong(Copy::position)
        .findFirst()
        .orElse(stats(box).next());
  }

  @Override
  public synchronized BoxStats stats(BoxId box) {
    MemoryBox held = boxes.get(box);
    return held == null ? BoxStats.EMPTY : held.stats();
  }

  @Override
  public void forEachBox(BiConsumer<BoxId, BoxStats> each) {
    Map<BoxId, BoxStats> all = new LinkedHashMap<>();
    synchronized (this) {
      boxes.forEach((id, box) -> all.put(id, box.stats()));
    }
    all.forEach(each);
  }

  @Override
  public synchronized List<String> tables() {
    return tables.entrySet().stream()
        .filter(table -> !table.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  @Override
  public void forEachRecord(String table, BiConsumer<String, byte[]> each) {
    Map<String, byte[]> all;
    synchronized (this) {
      all = new LinkedHashMap<>(tables.getOrDefault(table, new TreeMap<>()));
    }
    all.forEach(each);
  }

  @Override
  public synchronized Optional<byte[]> record(String table, String key) {
    return Optional.ofNullable(tables.getOrDefault(table, new TreeMap<>()).get(key));
  }

  @Override
  public void backup(Path target) {
    throw new UnsupportedOperationException("this store is in memory only");
  }

  @Override
  public long sizeOnDisk() {
    return 0;
  }

  @Override
  public synchronized long sweep(int bodiesMax) {
    List<Held> unheld =
        messages.values().stream()
            .filter(held -> copiesOf(held.message().id()).isEmpty())
            .limit(bodiesMax)
            .toList();
    for (Held held : unheld) {
      messages.remove(held.message().number());
      numbers.remove(held.message().id());
      refiled.values().removeIf(again -> again.message().equals(held.message()));
    }
    return unheld.size();
  }

  @Override
  public void close() {}
}
