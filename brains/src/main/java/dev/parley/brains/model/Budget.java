package dev.parley.brains.model;

import org.jspecify.annotations.Nullable;

/** What a turn has used, and may use. One thread. */
final class Budget {
  private final ModelLimits limits;
  private long tokens;
  private long costMicros;

  Budget(ModelLimits limits) {
    this.limits = limits;
  }

  void add(long usedTokens, long usedMicros) {
    tokens += usedTokens;
    costMicros += usedMicros;
  }

  /** Why no further call may be made; null when one may. */
  @Nullable String exhausted() {
    if (tokens >= limits.tokens()) {
      return "the turn has used %d tokens; its budget is %d".formatted(tokens, limits.tokens());
    }
    if (limits.costMicros() > 0 && costMicros >= limits.costMicros()) {
      return "the turn has cost %.4f dollars; its budget is %.4f"
          .formatted(costMicros / 1e6, limits.costMicros() / 1e6);
    }
    return null;
  }
}
