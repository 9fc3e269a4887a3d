package dev.parley.loops.book;

import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Records of one kind: what is live is durable, and what a commit is about to change is seen only
 * by what follows in the same commit. Live values are read from any thread; the rest is the
 * committer's.
 */
public final class Table<V> {

  /**
   * How records of this kind are kept.
   *
   * @param name the table's name in the store
   * @param isHere whether those whom it is about are still there; a record of others is dropped
   */
  record Format<V>(
      String name,
      Function<V, String> keyOf,
      Function<V, byte[]> encode,
      Function<byte[], V> decode,
      Predicate<V> isHere) {}

  private final Format<V> format;
  private final BiConsumer<@Nullable V, @Nullable V> onChange;
  private final ConcurrentSkipListMap<String, V> live = new ConcurrentSkipListMap<>();
  private final Map<String, @Nullable V> staged = new HashMap<>();

  /** Records in the store of those who are gone; deleted with the next commit. */
  private final Map<String, Boolean> stale = new HashMap<>();

  Table(Format<V> format, BiConsumer<@Nullable V, @Nullable V> onChange) {
    this.format = format;
    this.onChange = onChange;
  }

  String name() {
    return format.name;
  }

  void load(Records records) {
    records.forEach(name(), (key, value) -> set(key, format.decode.apply(value)));
  }

  // ---- what is durable; any thread

  public @Nullable V live(String key) {
    return live.get(key);
  }

  public Collection<V> allLive() {
    return live.values();
  }

  public Collection<V> liveUnder(String prefix) {
    return live.subMap(prefix, prefix + Character.MAX_VALUE).values();
  }

  // ---- the commit that is being made; committer thread

  public @Nullable V current(String key) {
    return staged.containsKey(key) ? staged.get(key) : live.get(key);
  }

  public List<V> currentUnder(String prefix) {
    Map<String, V> found = new TreeMap<>(live.subMap(prefix, prefix + Character.MAX_VALUE));
    staged.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            if (value == null) {
              found.remove(key);
            } else {
              found.put(key, value);
            }
          }
        });
    return new ArrayList<>(found.values());
  }

  public boolean isStaged() {
    return !staged.isEmpty();
  }

  void put(Tx tx, V value) {
    String key = format.keyOf.apply(value);
    tx.put(name(), key, format.encode.apply(value));
    staged.put(key, value);
  }

  String drop(Tx tx, V value) {
    String key = format.keyOf.apply(value);
    tx.delete(name(), key);
    staged.put(key, null);
    return key;
  }

  String keyOf(V value) {
    return format.keyOf.apply(value);
  }

  /** The commit is durable: the last of several changes of a record counts. */
  void publish(String key) {
    if (staged.containsKey(key)) {
      set(key, staged.remove(key));
    }
  }

  void discard() {
    staged.clear();
  }

  void onOtherHub(String key, byte @Nullable [] value) {
    if (value == null) {
      stale.remove(key);
    }
    set(key, value == null ? null : format.decode.apply(value));
  }

  private void set(String key, @Nullable V value) {
    V now = value;
    if (now != null && !format.isHere.test(now)) {
      stale.put(key, true);
      now = null;
    }
    V was = now == null ? live.remove(key) : live.put(key, now);
    if (!Objects.equals(was, now)) {
      onChange.accept(was, now);
    }
  }

  /** Those whom this is about are gone: nobody sees it any more, and the record goes soon. */
  void forget(V value) {
    String key = format.keyOf.apply(value);
    if (live.remove(key, value)) {
      stale.put(key, true);
      onChange.accept(value, null);
    }
  }

  /** Deletes the records of those who are gone, unless there is another one by now. */
  void dropStale(Tx tx) {
    for (String key : stale.keySet()) {
      if (!live.containsKey(key) && tx.get(name(), key) != null) {
        tx.delete(name(), key);
      }
    }
  }

  /** What {@link #dropStale} has deleted is durable. */
  void staleDropped() {
    stale.clear();
  }
}
