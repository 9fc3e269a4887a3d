package dev.parley.search;

import dev.parley.core.search.SearchPage.Highlight;
import dev.parley.core.search.SearchPage.Range;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.search.Matches;
import org.apache.lucene.search.MatchesIterator;
import org.jspecify.annotations.Nullable;

/** Cuts the pieces that matched out of a message, with where in them it did. */
final class Highlighter {
  private static final int BEFORE = 60;
  private static final int CHARS_MAX = 240;
  private static final int RANGES_MAX = 20;
  private static final int LOOKED_AT_MAX = 1_000;

  private Highlighter() {}

  static List<Highlight> highlights(@Nullable Matches matches, MessageText text)
      throws IOException {
    List<Highlight> highlights = new ArrayList<>();
    if (matches == null) {
      return highlights;
    }
    for (String field : Fields.TEXTS) {
      String whole = text.field(field);
      List<Range> found = ranges(matches.getMatches(field));
      if (whole != null && !found.isEmpty()) {
        highlights.add(cut(field, whole, found));
      }
    }
    return highlights;
  }

  private static List<Range> ranges(@Nullable MatchesIterator matches) throws IOException {
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; matches != null && i < LOOKED_AT_MAX && matches.next(); i++) {
      if (matches.startOffset() >= 0) {
        ranges.add(new Range(matches.startOffset(), matches.endOffset()));
      }
    }
    ranges.sort(Comparator.comparingInt(Range::start).thenComparingInt(Range::end));
    return ranges;
  }

  private static Highlight cut(String field, String whole, List<Range> found) {
    int start = Math.max(0, Math.min(found.getFirst().start(), whole.length()) - BEFORE);
    int end = Math.min(whole.length(), start + CHARS_MAX);
    // Never half of a character that takes two code units.
    if (start > 0 && Character.isLowSurrogate(whole.charAt(start))) {
      start--;
    }
    if (end < whole.length() && Character.isLowSurrogate(whole.charAt(end))) {
      end--;
    }
    List<Range> shown = new ArrayList<>();
    int after = start;
    for (Range range : found) {
      if (range.start() >= after && range.end() <= end && shown.size() < RANGES_MAX) {
        shown.add(new Range(range.start() - start, range.end() - start));
        after = range.end();
      }
    }
    return new Highlight(field, whole.substring(start, end), shown);
  }
}
