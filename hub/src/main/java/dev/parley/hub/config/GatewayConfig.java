package dev.parley.hub.config;

import dev.parley.doors.gateway.GatewayLimits;

/** What the gateway puts up with, as far as it can be set. */
public record GatewayConfig(GatewayLimits limits) {

  static GatewayConfig of(Settings settings) {
    String key = "gateway.messagesPerSecond";
    int perSecond = settings.integer(key, GatewayLimits.DEFAULT.floodPerSecond());
    Checks.atLeast(key, perSecond, 0);
    return new GatewayConfig(GatewayLimits.DEFAULT.withFloodPerSecond(perSecond));
  }
}
