package dev.parley.core.participants;

import dev.parley.core.store.MessageStore;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records of one kind: what everybody sees is durable, and what a commit is about to change is seen
 * only by the changes that follow in the same commit. Keys are texts; all values are immutable.
 * Values are read from any thread and changed on the committer's.
 */
final class Table<V> {

  /** Told of a record that came, changed or went, when that is durable. Committer thread. */
  interface Listener<V> {
    void onChange(@Nullable V was, @Nullable V now);
  }

  /**
   * How records of this kind are kept.
   *
   * @param name the table's name in the store
   */
  record Format<V>(
      String name,
      Function<V, String> keyOf,
      Function<V, byte[]> encode,
      Function<byte[], V> decode) {}

  private final Format<V> format;
  private final Listener<V> listener;
  private final ConcurrentSkipListMap<String, V> live = new ConcurrentSkipListMap<>();
  private final TreeMap<String, @Nullable V> staged = new TreeMap<>();

  Table(Format<V> format, Listener<V> listener) {
    this.format = format;
    this.listener = listener;
  }

  String name() {
    return format.name;
  }

  /** Takes over what the store holds; once, before anything is changed. */
  void load(MessageStore store) {
    store.forEachRecord(
        name(),
        (key, json) -> {
          V value = format.decode.apply(json);
          live.put(key, value);
          listener.onChange(null, value);
        });
  }

  // ---- what is durable; any thread

  @Nullable V get(String key) {
    return live.get(key);
  }

  ConcurrentSkipListMap<String, V> live() {
    return live;
  }

  /** The values whose keys start like this. */
  Map<String, V> under(String prefix) {
    return prefix.isEmpty() ? live : live.subMap(prefix, afterAll(prefix));
  }

  /** The first text behind all that start like this. */
  private static String afterAll(String prefix) {
    int last = prefix.length() - 1;
    return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
  }

  // ---- what the commit that is being made leaves; committer thread

  /** Has that commit changed anything here? */
  boolean isStaged() {
    return !staged.isEmpty();
  }

  @Nullable V current(String key) {
    return staged.containsKey(key) ? staged.get(key) : live.get(key);
  }

  /** The values whose keys start like this, in the order of those. */
  List<V> currentUnder(String prefix) {
    if (stagedUnder(prefix).isEmpty()) {
      return List.copyOf(under(prefix).values());
    }
    Map<String, V> found = new TreeMap<>(under(prefix));
    stagedUnder(prefix)
        .forEach(
            (key, value) -> {
              if (value == null) {
                found.remove(key);
              } else {
                found.put(key, value);
              }
            });
    return List.copyOf(found.values());
  }

  int currentCount(String prefix) {
    int count = under(prefix).size();
    for (Map.Entry<String, @Nullable V> change : stagedUnder(prefix).entrySet()) {
      boolean was = live.containsKey(change.getKey());
      boolean is = change.getValue() != null;
      count += was == is ? 0 : is ? 1 : -1;
    }
    return count;
  }

  private Map<String, @Nullable V> stagedUnder(String prefix) {
    return prefix.isEmpty() ? staged : staged.subMap(prefix, afterAll(prefix));
  }

  /**
   * Adds a record or replaces one; nothing happens when it stays as it is.
   *
   * @param was the current value, or null if there is none
   */
  void put(RegistryChange change, @Nullable V was, V now) {
    if (now.equals(was)) {
      return;
    }
    String key = format.keyOf.apply(now);
    change.commit().put(name(), key, format.encode.apply(now));
    stage(change, key, was, now);
  }

  void drop(RegistryChange change, V was) {
    String key = format.keyOf.apply(was);
    change.commit().delete(name(), key);
    stage(change, key, was, null);
  }

  private void stage(RegistryChange change, String key, @Nullable V was, @Nullable V now) {
    staged.put(key, now);
    change.whenDurable(
        () -> {
          publish(key);
          listener.onChange(was, now);
        });
  }

  /** Several changes of one record in a commit are published with the first of them. */
  private void publish(String key) {
    if (staged.containsKey(key)) {
      set(key, staged.remove(key));
    }
  }

  /** The commit did not happen. */
  void discard() {
    staged.clear();
  }

  /**
   * Another hub has changed a record, and that is durable.
   *
   * @param json null when the record is gone
   */
  void onOtherHub(String key, byte @Nullable [] json) {
    V was = live.get(key);
    V now = json == null ? null : format.decode.apply(json);
    if (was != null || now != null) {
      set(key, now);
      listener.onChange(was, now);
    }
  }

  private void set(String key, @Nullable V value) {
    if (value == null) {
      live.remove(key);
    } else {
      live.put(key, value);
    }
  }
}
