package dev.parley.agents.usage;

/**
 * How much is kept.
 *
 * @param days for how many days, today among them
 * @param modelsMax models that one agent may use in a day
 */
public record UsageLimits(int days, int modelsMax) {
  public static final UsageLimits DEFAULT = new UsageLimits(90, 50);
}
