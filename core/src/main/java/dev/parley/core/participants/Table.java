package dev.parley.core.participants;

import dev.parley.core.store.Commit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records of one kind: what everybody sees is durable, and what a commit is about to change is seen
 * only by the changes that follow in the same commit. Keys are texts; all values are immutable.
 */
final class Table<V> {
  private final String name;
  private final Function<V, byte[]> encode;
  private final ConcurrentSkipListMap<String, V> live = new ConcurrentSkipListMap<>();
  private final Map<String, @Nullable V> staged = new HashMap<>();

  Table(String name, Function<V, byte[]> encode) {
    this.name = name;
    this.encode = encode;
  }

  String name() {
    return name;
  }

  /** The durable value. Any thread. */
  @Nullable V get(String key) {
    return live.get(key);
  }

  ConcurrentSkipListMap<String, V> live() {
    return live;
  }

  /** The value as the changes so far in this commit leave it. Committer thread. */
  @Nullable V current(String key) {
    return staged.containsKey(key) ? staged.get(key) : live.get(key);
  }

  void put(Commit commit, String key, V value) {
    commit.put(name, key, encode.apply(value));
    staged.put(key, value);
  }

  void delete(Commit commit, String key) {
    commit.delete(name, key);
    staged.put(key, null);
  }

  /** The commit is durable: everybody sees it now. */
  void publish(String key) {
    if (staged.containsKey(key)) {
      V value = staged.remove(key);
      if (value == null) {
        live.remove(key);
      } else {
        live.put(key, value);
      }
    }
  }

  /** The commit failed. */
  void discard(String key) {
    staged.remove(key);
  }

  void load(String key, V value) {
    live.put(key, value);
  }
}
