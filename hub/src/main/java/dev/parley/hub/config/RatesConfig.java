package dev.parley.hub.config;

import dev.parley.identity.limits.Rate;

/**
 * How fast agents may go; the owner is not limited. A rate of 0 is without a limit.
 *
 * @param messages an agent, over all its connections
 * @param requests a connection, or over HTTP an agent
 */
public record RatesConfig(Rate messages, Rate requests) {

  /** Beyond what one agent can do on the machines this was measured on: a backstop, no brake. */
  public static final RatesConfig DEFAULT =
      new RatesConfig(new Rate(200_000, 400_000), new Rate(400_000, 800_000));

  static RatesConfig of(Settings settings) {
    return new RatesConfig(
        rate(settings, "limits.messagesPerSecond", "limits.messagesBurst", DEFAULT.messages),
        rate(settings, "limits.requestsPerSecond", "limits.requestsBurst", DEFAULT.requests));
  }

  private static Rate rate(Settings settings, String perSecond, String burst, Rate usual) {
    int rate = settings.integer(perSecond, usual.perSecond());
    Checks.atLeast(perSecond, rate, 0);
    // Who slows a rate down and says nothing about bursts means those, too: two seconds' worth.
    int most = settings.integer(burst, (int) Math.min(Integer.MAX_VALUE, Math.max(1, 2L * rate)));
    Checks.atLeast(burst, most, 1);
    return new Rate(rate, most);
  }
}
