package dev.parley.doors.gateway;

import java.time.Duration;

/**
 * What the gateway puts up with.
 *
 * @param waitingFramesMax deliveries that may wait for one connection
 * @param slowMax how long they may be that many before the connection is ended
 * @param floodPerSecond more messages a second of one connection than this are a flood; 0 for none
 * @param floodSeconds after so many seconds of it the sender is told, after one more it is ended
 * @param backlogHold what was missed waits so long after AUTH_OK, or for the client's first word
 * @param backlogMax the most that is sent again of one conversation at once
 * @param silenceMax a connection from which nothing comes for longer is cut off
 */
public record GatewayLimits(
    int waitingFramesMax,
    Duration slowMax,
    int floodPerSecond,
    int floodSeconds,
    Duration backlogHold,
    int backlogMax,
    Duration silenceMax) {
  public static final GatewayLimits DEFAULT =
      new GatewayLimits(
          1_024,
          Duration.ofSeconds(10),
          100,
          5,
          Duration.ofMillis(500),
          1_000,
          Duration.ofSeconds(60));

  public GatewayLimits withFloodPerSecond(int messages) {
    return new GatewayLimits(
        waitingFramesMax, slowMax, messages, floodSeconds, backlogHold, backlogMax, silenceMax);
  }
}
