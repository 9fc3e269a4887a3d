package dev.parley.doors.mcp.catalog;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Who wants to know when something changes: a list, by its name, or one resource, by its uri.
 * Watchers are called by whoever announces and must be short. Any thread.
 */
public final class Changes {
  public static final String TOOLS = "tools";
  public static final String PROMPTS = "prompts";
  public static final String RESOURCES = "resources";

  private final Map<String, Set<Watch>> watches = new ConcurrentHashMap<>();

  /** Somebody's interest in one thing; ends when closed. */
  public final class Watch implements AutoCloseable {
    private final String what;
    private final Consumer<String> watcher;

    private Watch(String what, Consumer<String> watcher) {
      this.what = what;
      this.watcher = watcher;
    }

    @Override
    public void close() {
      watches.computeIfPresent(
          what,
          (_, all) -> {
            all.remove(this);
            return all.isEmpty() ? null : all;
          });
    }
  }

  public Watch watch(String what, Consumer<String> watcher) {
    Watch watch = new Watch(what, watcher);
    watches.compute(
        what,
        (_, all) -> {
          Set<Watch> added = all == null ? ConcurrentHashMap.newKeySet() : all;
          added.add(watch);
          return added;
        });
    return watch;
  }

  public boolean isNobodyWatching() {
    return watches.isEmpty();
  }

  public void announce(String what) {
    Set<Watch> all = watches.get(what);
    if (all != null) {
      all.forEach(watch -> watch.watcher.accept(what));
    }
  }
}
