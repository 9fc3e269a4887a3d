package dev.parley.doors;

import dev.parley.agents.memory.Layer;
import dev.parley.agents.memory.Memory;
import dev.parley.agents.memory.MemoryIndex;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Finds memories that contain the query. */
final class WordIndex implements MemoryIndex {
  private final Map<String, Memory> all = new ConcurrentHashMap<>();

  @Override
  public void put(Memory memory) {
    all.put(memory.key(), memory);
  }

  @Override
  public void remove(String agent, String id) {
    all.remove(agent + "/" + id);
  }

  @Override
  public void align(Supplier<List<Memory>> there) {
    there.get().forEach(this::put);
  }

  @Override
  public List<Hit> search(String agent, Set<Layer> layers, String query, int limit) {
    return all.values().stream()
        .filter(each -> each.agent().equals(agent) && layers.contains(each.layer()))
        .filter(each -> each.text().contains(query))
        .limit(limit)
        .map(each -> new Hit(each.id(), 0.5, 0))
        .toList();
  }

  @Override
  public void close() {}
}
