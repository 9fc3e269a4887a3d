package dev.parley.core.search;

import dev.parley.core.error.Refused;

/** Finds messages by their words. */
@FunctionalInterface
public interface MessageSearch {

  /**
   * Blocks.
   *
   * @throws Refused when the query is none
   */
  SearchPage search(SearchQuery query);
}
