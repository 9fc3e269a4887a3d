package dev.parley.hub.migrate;

import java.util.function.LongConsumer;

/** Whoever wants to know how far a migration is. */
@FunctionalInterface
public interface Watch {

  /**
   * The next part of the work begins.
   *
   * @param total how much there is, negative when nobody knows
   * @return to be told how much more is done
   */
  LongConsumer begin(String what, long total);
}
