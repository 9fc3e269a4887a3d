package dev.parley.agents.governor;

import dev.parley.agents.usage.Counts;

/** What was used, as budgets count it. */
record Spent(long tokens, long costMicros) {
  static final Spent NOTHING = new Spent(0, 0);

  static Spent of(Counts counts) {
    Counts all = new Counts(0, counts.inputTokens(), 0, 0);
    Counts sum = all.plus(new Counts(0, counts.outputTokens(), 0, 0));
    return new Spent(sum.inputTokens(), counts.costMicros());
  }

  Spent plus(Spent other) {
    long moreTokens = tokens + other.tokens;
    long moreCost = costMicros + other.costMicros;
    return new Spent(
        moreTokens < 0 ? Long.MAX_VALUE : moreTokens, moreCost < 0 ? Long.MAX_VALUE : moreCost);
  }
}
