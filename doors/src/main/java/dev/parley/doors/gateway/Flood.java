package dev.parley.doors.gateway;

/** How fast one connection sends. Event loop only. */
final class Flood {
  private static final long SECOND = 1_000;

  /** What a message means for its sender. */
  enum Sign {
    FINE,
    /** Its sender is to be told. */
    TELL,
    /** Its sender was told, and goes on. */
    END
  }

  private final int perSecondMax;
  private final int secondsMax;
  private long second;
  private int inSecond;

  /** Seconds in a row, up to the one before this, with too many. */
  private int bad;

  Flood(GatewayLimits limits) {
    this.perSecondMax = limits.floodPerSecond();
    this.secondsMax = limits.floodSeconds();
  }

  Sign onMessage(long millis) {
    if (perSecondMax == 0) {
      return Sign.FINE;
    }
    long now = millis / SECOND;
    if (now != second) {
      bad = now == second + 1 && inSecond > perSecondMax ? bad + 1 : 0;
      second = now;
      inSecond = 0;
    }
    inSecond++;
    if (inSecond != perSecondMax + 1) {
      return Sign.FINE;
    }
    int badNow = bad + 1;
    if (badNow > secondsMax) {
      return Sign.END;
    }
    return badNow == secondsMax ? Sign.TELL : Sign.FINE;
  }
}
