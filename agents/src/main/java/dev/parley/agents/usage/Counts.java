package dev.parley.agents.usage;

/**
 * How much was used.
 *
 * @param costMicros millionths of a US dollar
 */
public record Counts(long calls, long inputTokens, long outputTokens, long costMicros) {
  public static final Counts NONE = new Counts(0, 0, 0, 0);

  public Counts plus(Counts other) {
    return new Counts(
        sum(calls, other.calls),
        sum(inputTokens, other.inputTokens),
        sum(outputTokens, other.outputTokens),
        sum(costMicros, other.costMicros));
  }

  /** Of numbers that are not negative; the largest there is rather than a wrong one. */
  private static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
