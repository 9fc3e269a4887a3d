package dev.parley.bench.storm;

import java.time.Duration;

/**
 * What breaks, and what is there to come back to.
 *
 * @param agents connected before, spread evenly
 * @param lost hubs that are gone at 0 s, with all their agents; the others have room for these
 * @param outage after which the lost hubs take connections again
 * @param loginsPerSecond connections one hub accepts, authenticates and lets listen
 * @param queueMax logins that wait at a hub; a hub turns away what comes beyond
 * @param patience after which an agent gives a login up; the hub does the work all the same
 * @param addresses that every agent knows
 * @param pacingCost what it costs a hub to tell an agent when to come, in logins
 */
record World(
    int agents,
    int hubs,
    int lost,
    Duration outage,
    double loginsPerSecond,
    int queueMax,
    Duration patience,
    int addresses,
    double pacingCost) {

  World {
    require(agents > 0, "--agents is at least 1");
    require(hubs > 0 && hubs <= 1_000_000, "--hubs is between 1 and 1,000,000");
    require(lost > 0 && lost <= hubs, "--lost is between 1 and --hubs");
    require(!outage.isNegative(), "--outage is not negative");
    require(loginsPerSecond > 0, "--logins is more than 0");
    require(queueMax > 0, "--queue is at least 1");
    require(patience.isPositive(), "--patience is more than 0");
    require(addresses > 0 && addresses <= 100, "--addresses is between 1 and 100");
    require(pacingCost >= 0, "--pacing-cost is not negative");
    addresses = Math.min(addresses, hubs);
  }

  private static void require(boolean met, String what) {
    if (!met) {
      throw new IllegalArgumentException(what);
    }
  }

  /** How many agents are in the storm. */
  int stranded() {
    return Math.toIntExact(Math.max(1, (long) agents * lost / hubs));
  }

  /** How long it takes at best: every hub lets agents in at its full rate from its first moment. */
  double bestSeconds() {
    double seconds = outage.toMillis() / 1e3;
    double before = (hubs - lost) * loginsPerSecond * seconds;
    return before >= stranded()
        ? stranded() / ((hubs - lost) * loginsPerSecond)
        : seconds + (stranded() - before) / (hubs * loginsPerSecond);
  }
}
