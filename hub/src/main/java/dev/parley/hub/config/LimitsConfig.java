package dev.parley.hub.config;

/**
 * What the hub takes at most.
 *
 * @param payloadBytesMax of one message
 * @param frameBytesMax of one WebSocket frame; a longer one ends the connection
 * @param connectionsMax at a time, over both ports
 * @param strangersMax WebSockets that have not authenticated yet; more are told to come back later
 * @param unansweredMax requests of one connection; beyond it the connection is not read from
 */
public record LimitsConfig(
    int payloadBytesMax,
    int frameBytesMax,
    int connectionsMax,
    int strangersMax,
    int unansweredMax) {
  public static final LimitsConfig DEFAULT =
      new LimitsConfig(1 << 20, 2 << 20, 15_000, 6_000, 4_096);

  public LimitsConfig {
    Checks.atLeast("limits.payloadBytesMax", payloadBytesMax, 1);
    Checks.atLeast("limits.frameBytesMax", frameBytesMax, 1024);
    Checks.atLeast("limits.connectionsMax", connectionsMax, 1);
    Checks.atLeast("limits.strangersMax", strangersMax, 1);
    Checks.atLeast("limits.unansweredMax", unansweredMax, 1);
    if (frameBytesMax <= payloadBytesMax) {
      throw new BadConfig(
          "limits.frameBytesMax",
          frameBytesMax,
          "more than limits.payloadBytesMax (" + payloadBytesMax + "), a frame carries a payload");
    }
  }

  static LimitsConfig of(Settings settings) {
    return new LimitsConfig(
        settings.integer("limits.payloadBytesMax", DEFAULT.payloadBytesMax),
        settings.integer("limits.frameBytesMax", DEFAULT.frameBytesMax),
        settings.integer("limits.connectionsMax", DEFAULT.connectionsMax),
        settings.integer("limits.strangersMax", DEFAULT.strangersMax),
        settings.integer("limits.unansweredMax", DEFAULT.unansweredMax));
  }
}
