package dev.parley.identity;

/**
 * How many browsers may be logged in.
 *
 * @param max all together
 * @param perAgentMax with one agent's token
 */
public record LoginLimits(int max, int perAgentMax) {
  public static final LoginLimits DEFAULT = new LoginLimits(1_000, 20);
}
