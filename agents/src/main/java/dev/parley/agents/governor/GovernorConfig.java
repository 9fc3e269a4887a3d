package dev.parley.agents.governor;

import java.time.Duration;

/**
 * When agents are stopped.
 *
 * @param repeatsMax how many messages of a chain may be from somebody who had spoken in it before,
 *     since a person last did
 * @param alternationsMax how often two agents may take turns within the window without saying what
 *     they react to
 * @param reactionsMax how many messages two agents may send each other within the window as
 *     reactions to reactions
 * @param window in which the two are counted
 * @param agentDay what an agent may spend in a day
 * @param chain what may be spent on a chain
 */
public record GovernorConfig(
    boolean enabled,
    int repeatsMax,
    int alternationsMax,
    int reactionsMax,
    Duration window,
    Budget agentDay,
    Budget chain) {
  public static final GovernorConfig DEFAULT =
      new GovernorConfig(true, 12, 100, 300, Duration.ofMinutes(10), Budget.NONE, Budget.NONE);

  /**
   * @param tokens in and out, or 0 for any number
   * @param costMicros millionths of a US dollar, or 0 for any sum
   */
  public record Budget(long tokens, long costMicros) {
    public static final Budget NONE = new Budget(0, 0);

    public boolean isSet() {
      return tokens > 0 || costMicros > 0;
    }

    boolean isSpentBy(Spent spent) {
      return (tokens > 0 && spent.tokens() >= tokens)
          || (costMicros > 0 && spent.costMicros() >= costMicros);
    }

    /** The same again, on top of what was spent. */
    Budget beyond(Spent spent) {
      return new Budget(
          tokens == 0 ? 0 : saturated(tokens, spent.tokens()),
          costMicros == 0 ? 0 : saturated(costMicros, spent.costMicros()));
    }

    private static long saturated(long one, long other) {
      long sum = one + other;
      return sum < 0 ? Long.MAX_VALUE : sum;
    }
  }
}
