package dev.parley.hub.config;

import dev.parley.identity.limits.Costly;
import dev.parley.identity.limits.Rate;
import dev.parley.identity.limits.Rates;
import java.util.Map;

/** How fast agents may go; the owner is not limited. A rate of 0 is without a limit. */
final class RatesConfig {

  /**
   * Far beyond what an agent with a model does, and a hundredth of what a hub takes: others do not
   * feel one that goes on and on. One inbox is emptied by one agent, so it gets less of one sender
   * than the hub does; and an announcement is heard by all. What costs more than a message has
   * rates that a person at a browser or an agent at its start does not reach.
   */
  private static final Rates DEFAULT =
      new Rates(
          new Rate(1_000, 2_000),
          new Rate(100, 200),
          new Rate(10, 20),
          new Rate(10_000, 20_000),
          new Rate(4 << 20, 8 << 20),
          Map.of(
              Costly.LOGIN, new Rate(1, 10),
              Costly.SEARCH, new Rate(5, 50),
              Costly.CONNECT, new Rate(10, 100)));

  private static final int USUAL_SECONDS = 2;

  /** What is rare comes in bursts: an agent begins with all its connections at once. */
  private static final int COSTLY_SECONDS = 10;

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
        rate(settings, "limits.bytesPerSecond", "limits.bytesBurst", DEFAULT.bytes()),
        Map.of(
            Costly.LOGIN,
            costly(settings, "limits.loginsPerSecond", "limits.loginsBurst", Costly.LOGIN),
            Costly.SEARCH,
            costly(settings, "limits.searchesPerSecond", "limits.searchesBurst", Costly.SEARCH),
            Costly.CONNECT,
            costly(settings, "limits.connectsPerSecond", "limits.connectsBurst", Costly.CONNECT)));
  }

  private static Rate rate(Settings settings, String perSecond, String burst, Rate usual) {
    return rate(settings, perSecond, burst, usual, USUAL_SECONDS);
  }

  private static Rate costly(Settings settings, String perSecond, String burst, Costly kind) {
    return rate(settings, perSecond, burst, DEFAULT.of(kind), COSTLY_SECONDS);
  }

  /**
   * @param seconds whose worth may come at once where nothing is said about it: whoever slows a
   *     rate down means bursts, too
   */
  private static Rate rate(
      Settings settings, String perSecond, String burst, Rate usual, long seconds) {
    int rate = settings.integer(perSecond, usual.perSecond());
    Checks.atLeast(perSecond, rate, 0);
    int most =
        settings.integer(burst, (int) Math.min(Integer.MAX_VALUE, Math.max(1, seconds * rate)));
    Checks.atLeast(burst, most, 1);
    return new Rate(rate, most);
  }
}
