package dev.parley.stores.nats;

/**
 * Is told what the log holds, by a {@link Follower} on that one's thread. If one of these methods
 * throws, following ends with {@link #failed}: going on would leave out what it failed at.
 */
public interface LogReader {
  /**
   * @param sequence that of its last part
   */
  void entry(long sequence, byte[] bytes);

  /**
   * Nothing up to here is left to tell: what stands between the last entry and this sequence counts
   * for nothing, at least not yet. The beginning of an entry is passed only after its writer had a
   * second to go on, so a hub that appends after what it was told last interrupts no entry that is
   * still being written.
   */
  void passed(long sequence);

  /** The log does not reach back that far, or is another one by now; following stops. */
  void gone(long first);

  /** Nothing is told any more, because this reader threw that. */
  void failed(RuntimeException why);

  void connected(boolean is);
}
