package dev.parley.agents.definitions;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Which of the known words somebody probably meant. */
final class Spelling {
  private Spelling() {}

  /** {@code ; did you mean 'x'?}, or all there are where none is near. */
  static String hint(String word, Collection<String> known) {
    String nearest =
        known.stream()
            .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
            .orElse("");
    return !nearest.isEmpty() && distance(word, nearest) <= Math.max(2, word.length() / 3)
        ? "; did you mean '" + nearest + "'?"
        : "; there are " + String.join(", ", known);
  }

  /** Levenshtein's, without regard to case. */
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
