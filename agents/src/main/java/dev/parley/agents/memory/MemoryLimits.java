package dev.parley.agents.memory;

/**
 * How much is remembered.
 *
 * @param perAgentMax memories of an agent
 * @param textMax characters of one
 * @param alike from which similarity on two texts are nearly the same
 */
public record MemoryLimits(int perAgentMax, int textMax, double alike) {
  public static final MemoryLimits DEFAULT = new MemoryLimits(100_000, 4_000, 0.92);
}
