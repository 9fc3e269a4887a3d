package dev.parley.stores.rocksdb;

import dev.parley.core.message.Priority;
import java.util.function.IntPredicate;

/** The pages of one box, as whoever asks may see them. */
interface Pages {

  /** Any page that holds a copy still kept. */
  Page page(int number);

  /**
   * Sealed pages, in ascending order, among which are all that hold a pending copy of that priority
   * and are not below {@code fromPage}, until {@code goOn} says no.
   */
  void eachWithPending(Priority priority, int fromPage, IntPredicate goOn);
}
