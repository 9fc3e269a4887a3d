package dev.parley.core.routing;

import dev.parley.core.address.Path;

/**
 * Sets of places in a path, as bits: bit {@code i} is the place before segment {@code i}. A path
 * has at most 64 segments, so a long holds every place but the end, which is kept apart.
 */
final class Places {

  private Places() {}

  static long all(Path path) {
    return -1L >>> (Long.SIZE - path.depth());
  }

  /** The first of the places and every bit above it; none when there is none. */
  static long fromFirst(long places) {
    return -Long.lowestOneBit(places);
  }

  /** One segment further on, the end left out. */
  static long after(Path path, long places) {
    return (places << 1) & all(path);
  }

  /** Whether one segment further on from some place is the end. */
  static boolean reachEnd(Path path, long places) {
    return places >>> (path.depth() - 1) != 0;
  }

  /** Those of the places whose segment is the same as the {@code i}-th, which is the first. */
  static long sameSegment(Path path, int i, long places) {
    long same = Long.lowestOneBit(places);
    long left = places & ~same;
    while (left != 0) {
      int j = Long.numberOfTrailingZeros(left);
      long bit = Long.lowestOneBit(left);
      left &= ~bit;
      if (path.segmentHash(i) == path.segmentHash(j) && path.segmentEquals(j, path.segment(i))) {
        same |= bit;
      }
    }
    return same;
  }
}
