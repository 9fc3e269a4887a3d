package dev.parley.agents.memory;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Finds memories by what they say. It follows the records and may be lost at any time. */
public interface MemoryIndex extends AutoCloseable {

  /**
   * @param similarity of the meaning, 1 for the same; 0 where it is not known
   */
  record Hit(String id, double score, double similarity) {}

  /** Nothing is found, for tests and hubs that do without. */
  MemoryIndex NONE =
      new MemoryIndex() {
        @Override
        public void put(Memory memory) {}

        @Override
        public void remove(String agent, String id) {}

        @Override
        public void align(Supplier<List<Memory>> all) {}

        @Override
        public List<Hit> search(String agent, Set<Layer> layers, String query, int limit) {
          return List.of();
        }

        @Override
        public void close() {}
      };

  /** Soon; never blocks. What is searched for afterwards is found. */
  void put(Memory memory);

  /** Soon; never blocks. */
  void remove(String agent, String id);

  /**
   * Takes in what it lacks and drops what is no more, in the background.
   *
   * @param all what there is, whenever it is asked
   */
  void align(Supplier<List<Memory>> all);

  /** Of one agent, the best first. Blocks. */
  List<Hit> search(String agent, Set<Layer> layers, String query, int limit);

  @Override
  void close();
}
