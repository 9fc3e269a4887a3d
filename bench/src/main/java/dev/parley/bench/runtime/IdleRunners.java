package dev.parley.bench.runtime;

import dev.parley.agents.brain.Outcome;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/**
 * What agents that run by themselves take of the heap while nothing comes for them: after a
 * collection, without them and with them.
 */
public final class IdleRunners {
  private static final int COLLECTIONS = 5;

  private IdleRunners() {}

  /**
   * @param none the heap of a hub without them
   * @param known with them as agents that nothing thinks for
   * @param running with a brain for each
   */
  public record Heap(long none, long known, long running) {}

  public static Heap measure(Path directory, int agents) {
    try (RuntimeHub hub =
        RuntimeHub.open(directory, (_, _) -> new Outcome.Declined("nothing to do"))) {
      hub.agent("first");
      hub.running("first"); // what is there once for all
      long none = heapBytes();
      for (int i = 0; i < agents; i++) {
        hub.agent("idle-" + i);
      }
      long known = heapBytes();
      for (int i = 0; i < agents; i++) {
        hub.running("idle-" + i);
      }
      return new Heap(none, known, heapBytes());
    }
  }

  private static long heapBytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
