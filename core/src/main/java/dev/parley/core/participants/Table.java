package dev.parley.core.participants;

import dev.parley.core.store.Commit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  /** Has the commit that is being made changed anything here? Committer thread. */
  boolean isStaged() {
    return !staged.isEmpty();
  }

  /** The value as the changes so far in this commit leave it. Committer thread. */
  @Nullable V current(String key) {
    return staged.containsKey(key) ? staged.get(key) : live.get(key);
  }

  /** The values whose keys start like this, as the changes so far leave them. Committer thread. */
  List<V> currentUnder(String prefix) {
    Map<String, V> found = new TreeMap<>(under(prefix));
    staged.forEach(
        (key, value) -> {
          if (value == null) {
            found.remove(key);
          } else if (key.startsWith(prefix)) {
            found.put(key, value);
          }
        });
    return List.copyOf(found.values());
  }

  /** The durable values whose keys start like this. Any thread. */
  Map<String, V> under(String prefix) {
    return live.subMap(prefix, prefix + Character.MAX_VALUE);
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

  /** The commit did not happen. */
  void discard() {
    staged.clear();
  }

  /** It is so already: found at the start, or changed by another hub. */
  void set(String key, @Nullable V value) {
    if (value == null) {
      live.remove(key);
    } else {
      live.put(key, value);
    }
  }
}
