package dev.parley.identity.password;

/**
 * What one hash costs, and so what one guess costs. Written into each hash, so that old hashes stay
 * good when the cost is raised.
 *
 * @param memoryKiB which the hash fills
 * @param passes over that memory
 * @param lanes that could be filled side by side
 */
public record HashCost(int memoryKiB, int passes, int lanes) {
  /** 19 MiB and two passes: what OWASP asks of Argon2id at least. */
  public static final HashCost DEFAULT = new HashCost(19 * 1024, 2, 1);

  /** A hash that came from elsewhere must not take the hub's memory. */
  static final HashCost MAX = new HashCost(256 * 1024, 16, 8);

  public HashCost {
    if (lanes < 1 || passes < 1 || memoryKiB < 8 * lanes) {
      throw new IllegalArgumentException(
          "no cost: memory " + memoryKiB + " KiB, passes " + passes + ", lanes " + lanes);
    }
  }

  boolean isWithin(HashCost max) {
    return memoryKiB <= max.memoryKiB && passes <= max.passes && lanes <= max.lanes;
  }
}
