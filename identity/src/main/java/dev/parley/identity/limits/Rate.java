package dev.parley.identity.limits;

/**
 * How much of something may be done.
 *
 * @param perSecond in the long run; 0 is without a limit
 * @param burst at once, after a pause
 */
public record Rate(int perSecond, int burst) {
  public static final Rate UNLIMITED = new Rate(0, 1);

  public Rate {
    if (perSecond < 0 || burst < 1) {
      throw new IllegalArgumentException("not a rate: " + perSecond + " a second, burst " + burst);
    }
  }

  public boolean isLimited() {
    return perSecond > 0;
  }
}
