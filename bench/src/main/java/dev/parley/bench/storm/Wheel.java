package dev.parley.bench.storm;

import java.util.Arrays;

/**
 * When each agent acts next: a ring of moments, each a list of agents threaded through one array,
 * with a note beside each. So ten million agents take eighty megabytes, and whoever comes to an
 * agent finds all about it in one place of memory: reaching it is what costs the time.
 */
final class Wheel {
  private static final int NOBODY = -1;

  private final int[] first;

  /** The agent that follows in the same moment, and above it the note. */
  private final long[] cells;

  /** For waits of less than {@code ticksMax}. */
  Wheel(int agents, int ticksMax) {
    first = new int[ticksMax + 1];
    cells = new long[agents];
    Arrays.fill(first, NOBODY);
  }

  void plan(int agent, long tick, int note) {
    int slot = (int) (tick % first.length);
    cells[agent] = ((long) note << 32) | (first[slot] & 0xFFFF_FFFFL);
    first[slot] = agent;
  }

  /** Takes all agents out that act at this moment; walk on with {@link #following}. */
  int take(long tick) {
    int slot = (int) (tick % first.length);
    int agent = first[slot];
    first[slot] = NOBODY;
    return agent;
  }

  /** To be read before the agent is planned again. */
  int following(int agent) {
    return (int) cells[agent];
  }

  int note(int agent) {
    return (int) (cells[agent] >>> 32);
  }

  static boolean isSomebody(int agent) {
    return agent != NOBODY;
  }
}
