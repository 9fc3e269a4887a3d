package dev.parley.core.search;

import dev.parley.core.store.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found, best first and among equals newest first.
 *
 * @param total how many there are in all, or the number up to which they were counted
 * @param next the cursor of the next page, or null
 */
public record SearchPage(List<Hit> hits, long total, @Nullable String next) {

  public record Hit(StoredMessage message, float score, List<Highlight> highlights) {}

  /**
   * A piece of a field with the places that matched.
   *
   * @param ranges start and end (exclusive) of each, in UTF-16 code units of the text
   */
  public record Highlight(String field, String text, List<Range> ranges) {}

  public record Range(int start, int end) {}
}
