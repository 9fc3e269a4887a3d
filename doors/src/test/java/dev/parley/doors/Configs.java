package dev.parley.doors;

import dev.parley.doors.http.DoorConfig;
import java.time.Duration;

/** Configurations in which one thing is small enough for a test to reach it. */
public final class Configs {
  private static final DoorConfig.Limits LIMITS = DoorConfig.Limits.DEFAULT;
  private static final DoorConfig.Patience PATIENCE = DoorConfig.Patience.DEFAULT;

  private Configs() {}

  public static DoorConfig unanswered(int requestsMax, int bytesMax) {
    return DoorConfig.DEFAULT.withLimits(
        new DoorConfig.Limits(
            LIMITS.connectionsMax(),
            LIMITS.strangersMax(),
            LIMITS.frameBytesMax(),
            LIMITS.strangerFrameBytesMax(),
            LIMITS.payloadBytesMax(),
            requestsMax,
            bytesMax,
            LIMITS.outgoingBytesMax(),
            LIMITS.badFramesMax(),
            LIMITS.badFramesWindow()));
  }

  public static DoorConfig connections(int max) {
    return DoorConfig.DEFAULT.withLimits(
        new DoorConfig.Limits(
            max,
            LIMITS.strangersMax(),
            LIMITS.frameBytesMax(),
            LIMITS.strangerFrameBytesMax(),
            LIMITS.payloadBytesMax(),
            LIMITS.unansweredMax(),
            LIMITS.unansweredBytesMax(),
            LIMITS.outgoingBytesMax(),
            LIMITS.badFramesMax(),
            LIMITS.badFramesWindow()));
  }

  public static DoorConfig strangers(int max) {
    return DoorConfig.DEFAULT.withLimits(
        new DoorConfig.Limits(
            LIMITS.connectionsMax(),
            max,
            LIMITS.frameBytesMax(),
            LIMITS.strangerFrameBytesMax(),
            LIMITS.payloadBytesMax(),
            LIMITS.unansweredMax(),
            LIMITS.unansweredBytesMax(),
            LIMITS.outgoingBytesMax(),
            LIMITS.badFramesMax(),
            LIMITS.badFramesWindow()));
  }

  public static DoorConfig idle(Duration idle) {
    return DoorConfig.DEFAULT.withPatience(
        new DoorConfig.Patience(
            PATIENCE.authentication(),
            idle,
            PATIENCE.stalled(),
            PATIENCE.request(),
            PATIENCE.stop()));
  }

  public static DoorConfig stalled(Duration stalled) {
    return DoorConfig.DEFAULT.withPatience(
        new DoorConfig.Patience(
            PATIENCE.authentication(),
            PATIENCE.idle(),
            stalled,
            PATIENCE.request(),
            PATIENCE.stop()));
  }

  public static DoorConfig authentication(Duration authentication) {
    return DoorConfig.DEFAULT.withPatience(
        new DoorConfig.Patience(
            authentication,
            PATIENCE.idle(),
            PATIENCE.stalled(),
            PATIENCE.request(),
            PATIENCE.stop()));
  }

  public static DoorConfig request(Duration request) {
    return DoorConfig.DEFAULT.withPatience(
        new DoorConfig.Patience(
            PATIENCE.authentication(),
            PATIENCE.idle(),
            PATIENCE.stalled(),
            request,
            PATIENCE.stop()));
  }

  public static DoorConfig stop(Duration stop) {
    return DoorConfig.DEFAULT.withPatience(
        new DoorConfig.Patience(
            PATIENCE.authentication(),
            PATIENCE.idle(),
            PATIENCE.stalled(),
            PATIENCE.request(),
            stop));
  }
}
