package dev.parley.core.store;

/**
 * Counts of one box.
 *
 * @param first position of the oldest copy still kept
 * @param next position the next copy will get
 * @param pending copies not received yet
 * @param unread inbox copies not marked read: pending and delivered ones
 */
public record BoxStats(long first, long next, long pending, long unread) {
  public static final BoxStats EMPTY = new BoxStats(0, 0, 0, 0);

  public long stored() {
    return next - first;
  }
}
