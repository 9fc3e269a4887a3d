package dev.parley.hub.config;

import dev.parley.agents.usage.UsageLimits;

/** How much is kept of what agents use. */
public record UsageConfig(UsageLimits limits) {
  private static final int DAYS_MAX = 3_660;
  private static final int MODELS_MAX = 1_000;

  static UsageConfig of(Settings settings) {
    UsageLimits otherwise = UsageLimits.DEFAULT;
    int days = settings.integer("usage.days", otherwise.days());
    Checks.between("usage.days", days, 1, DAYS_MAX);
    int models = settings.integer("usage.modelsMax", otherwise.modelsMax());
    Checks.between("usage.modelsMax", models, 1, MODELS_MAX);
    return new UsageConfig(new UsageLimits(days, models));
  }
}
