package dev.parley.hub.config;

/**
 * Messages that are sent twice.
 *
 * @param windowMinutes how long an id or key is remembered; at least as long as clients retry
 */
public record IdempotencyConfig(int windowMinutes) {
  public static final IdempotencyConfig DEFAULT = new IdempotencyConfig(10);

  public IdempotencyConfig {
    Checks.atLeast("idempotency.windowMinutes", windowMinutes, 1);
  }

  static IdempotencyConfig of(Settings settings) {
    return new IdempotencyConfig(
        settings.integer("idempotency.windowMinutes", DEFAULT.windowMinutes));
  }
}
