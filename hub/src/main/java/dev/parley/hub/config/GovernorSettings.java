package dev.parley.hub.config;

import dev.parley.agents.governor.GovernorConfig;
import java.time.Duration;

/** When agents that answer each other are stopped. */
public record GovernorSettings(GovernorConfig governor) {
  private static final int COUNT_MAX = 1_000_000;
  private static final int WINDOW_SECONDS_MAX = 86_400;

  static GovernorSettings of(Settings settings) {
    GovernorConfig otherwise = GovernorConfig.DEFAULT;
    return new GovernorSettings(
        new GovernorConfig(
            settings.flag("governor.enabled", otherwise.enabled()),
            count(settings, "governor.repeatsMax", otherwise.repeatsMax()),
            count(settings, "governor.alternationsMax", otherwise.alternationsMax()),
            count(settings, "governor.reactionsMax", otherwise.reactionsMax()),
            window(settings, (int) otherwise.window().toSeconds()),
            new GovernorConfig.Budget(
                amount(settings, "governor.tokensPerDay"),
                amount(settings, "governor.costMicrosPerDay")),
            new GovernorConfig.Budget(
                amount(settings, "governor.tokensPerChain"),
                amount(settings, "governor.costMicrosPerChain"))));
  }

  private static int count(Settings settings, String key, int otherwise) {
    int count = settings.integer(key, otherwise);
    Checks.between(key, count, 1, COUNT_MAX);
    return count;
  }

  private static Duration window(Settings settings, int otherwise) {
    int seconds = settings.integer("governor.windowSeconds", otherwise);
    Checks.between("governor.windowSeconds", seconds, 1, WINDOW_SECONDS_MAX);
    return Duration.ofSeconds(seconds);
  }

  /** 0 for any amount. */
  private static long amount(Settings settings, String key) {
    int amount = settings.integer(key, 0);
    Checks.between(key, amount, 0, Integer.MAX_VALUE);
    return amount;
  }
}
