package dev.parley.hub.config;

import dev.parley.loops.LoopLimits;

/** How much there may be of loops and conversations. */
public record LoopsConfig(LoopLimits limits) {

  static LoopsConfig of(Settings settings) {
    LoopLimits otherwise = LoopLimits.DEFAULT;
    return new LoopsConfig(
        new LoopLimits(
            most(settings, "loops.perAgentMax", otherwise.loopsPerAgentMax()),
            most(settings, "loops.channelsMax", otherwise.channelsPerLoopMax()),
            most(settings, "loops.membersMax", otherwise.membersPerLoopMax()),
            most(settings, "loops.invitationsMax", otherwise.invitationsPerLoopMax()),
            most(
                settings, "loops.conversationsPerAgentMax", otherwise.conversationsPerAgentMax())));
  }

  private static int most(Settings settings, String key, int otherwise) {
    int value = settings.integer(key, otherwise);
    Checks.atLeast(key, value, 1);
    return value;
  }
}
