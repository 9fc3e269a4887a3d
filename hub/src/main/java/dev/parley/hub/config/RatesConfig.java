package dev.parley.hub.config;

import dev.parley.identity.limits.Rate;
import dev.parley.identity.limits.Rates;

/** How fast agents may go; the owner is not limited. A rate of 0 is without a limit. */
final class RatesConfig {

  /**
   * Far beyond what an agent with a model does, and a hundredth of what a hub takes: others do not
   * feel one that goes on and on. One inbox is emptied by one agent, so it gets less of one sender
   * than the hub does; and an announcement is heard by all.
   */
  private static final Rates DEFAULT =
      new Rates(
          new Rate(1_000, 2_000),
          new Rate(100, 200),
          new Rate(10, 20),
          new Rate(10_000, 20_000),
          new Rate(4 << 20, 8 << 20));

  private RatesConfig() {}

  static Rates of(Settings settings) {
    return new Rates(
        rate(settings, "limits.messagesPerSecond", "limits.messagesBurst", DEFAULT.messages()),
        rate(
            settings,
            "limits.messagesToOnePerSecond",
            "limits.messagesToOneBurst",
            DEFAULT.toOne()),
        rate(
            settings,
            "limits.messagesToManyPerSecond",
            "limits.messagesToManyBurst",
            DEFAULT.toMany()),
        rate(settings, "limits.requestsPerSecond", "limits.requestsBurst", DEFAULT.requests()),
        rate(settings, "limits.bytesPerSecond", "limits.bytesBurst", DEFAULT.bytes()));
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
