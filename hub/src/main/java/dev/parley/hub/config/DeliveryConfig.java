package dev.parley.hub.config;

import dev.parley.core.delivery.ListenOptions;

/**
 * Listeners that acknowledge, unless they say otherwise.
 *
 * @param ackTimeoutMs after this long without acknowledgement a message is pushed again
 * @param maxAttempts after so many pushes it goes to the dead letters
 * @param window messages in flight to one listener
 */
public record DeliveryConfig(int ackTimeoutMs, int maxAttempts, int window) {
  public static final DeliveryConfig DEFAULT = new DeliveryConfig(30_000, 5, 1000);

  public DeliveryConfig {
    Checks.between(
        "delivery.ackTimeoutMs",
        ackTimeoutMs,
        ListenOptions.ACK_TIMEOUT_MILLIS_MIN,
        ListenOptions.ACK_TIMEOUT_MILLIS_MAX);
    Checks.between("delivery.maxAttempts", maxAttempts, 1, ListenOptions.MAX_ATTEMPTS_MAX);
    Checks.between("delivery.window", window, 1, ListenOptions.WINDOW_MAX);
  }

  static DeliveryConfig of(Settings settings) {
    return new DeliveryConfig(
        settings.integer("delivery.ackTimeoutMs", DEFAULT.ackTimeoutMs),
        settings.integer("delivery.maxAttempts", DEFAULT.maxAttempts),
        settings.integer("delivery.window", DEFAULT.window));
  }
}
